import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import classes from "#features/halal/certificates/review/web/DecisionOutcome.module.css";
import { queuePath, type QueueNavigation } from "#features/halal/certificates/review/web/useQueueNavigation.ts";
import { formatNumber } from "#web/formats.ts";
import { readSettings } from "#web/settings/settings.ts";
import { IconCircleCheck } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DecisionOutcomeProps = {
  /** What was decided. */
  readonly text: string;
  readonly queue: QueueNavigation;
};

/** What a reviewer decided, and the way to the next certificate: opened on request, or at once for those who chose it. */
export function DecisionOutcome({ text, queue: { next, total, onNext } }: DecisionOutcomeProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const section = useRef<HTMLElement>(null);
  const toast = useToast();
  const finish = useEffectEvent(() => {
    // The button that was pressed is gone.
    section.current?.focus({ preventScroll: true });
    if (onNext === null || !readSettings().autoNext) return;
    toast({ variant: "success", text });
    onNext();
  });
  useEffect(() => finish(), []);
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
