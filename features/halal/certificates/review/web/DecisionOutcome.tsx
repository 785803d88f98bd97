import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "#features/halal/certificates/review/web/DecisionOutcome.module.css";
import { queuePath, type QueueNavigation } from "#features/halal/certificates/review/web/useQueueNavigation.ts";
import { formatNumber } from "#web/formats.ts";
import { IconCircleCheck } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DecisionOutcomeProps = {
  /** What was decided. */
  readonly text: string;
  readonly queue: QueueNavigation;
};

/** What a reviewer decided, and the way to the next certificate: opened only on request. */
export function DecisionOutcome({ text, queue: { next, total, onNext } }: DecisionOutcomeProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const section = useRef<HTMLElement>(null);
  // The button that was pressed is gone.
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={section} tabIndex={-1} role="status" className={classes.outcome}>
      <IconCircleCheck size={20} aria-hidden />
      <p>{text}</p>
      {next === null ? (
        <LinkButton variant="default" to={queuePath}>
          {t("queue.backToQueue")}
        </LinkButton>
      ) : (
        <Button onClick={() => onNext?.()}>
          {t("queue.next", { code: next.code, count: total, figure: formatNumber(language, total) })}
        </Button>
      )}
    </section>
  );
}
