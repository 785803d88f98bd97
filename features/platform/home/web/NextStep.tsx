import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { progressOf, stepPathFrom, stepPaths, useIsLed } from "#features/platform/home/web/useSteps.ts";
import { home } from "#features/platform/home/contract.ts";
import { useRead } from "#web/operations.ts";
import { IconSparkles } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { NoticeCard } from "#web/ui/NoticeCard.tsx";
import { useMessages } from "#web/useMessages.ts";

/**
 * On other screens, for users who follow the first steps: the next one, and the way back to all of them. Not on a form
 * for a new record, whose buttons it would cover.
 */
export function NextStep() {
  const [isLed, setIsLed] = useIsLed();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return isLed && path !== "/home" && !path.endsWith("/new") ? (
    <NextStepCard key={path} path={path} onLeave={() => setIsLed(false)} />
  ) : null;
}

type NextStepCardProps = { readonly path: string; readonly onLeave: () => void };

function NextStepCard({ path, onLeave }: NextStepCardProps) {
  const messages = useMessages("home");
  const { data, refetch } = useRead(home.firstSteps, {});
  // A user who has created a record is taken to its page.
  useEffect(() => void refetch(), [refetch]);
  if (data === undefined || data.isDismissed) return null;
  const { done, total, next } = progressOf(data);
  return (
    <NoticeCard
      icon={<IconSparkles size={16} aria-hidden="true" />}
      title={messages("steps.title")}
      onDismiss={onLeave}
      answers={
        <>
          {next !== undefined && path !== stepPaths[next] && !path.startsWith(`${stepPaths[next]}/`) && (
            <LinkButton to={stepPathFrom(next, path)} size="compact-md">
              {messages("steps.next", { step: messages(`steps.${next}.title`) })}
            </LinkButton>
          )}
          <LinkButton to="/home" size="compact-md" variant="default">
            {messages("steps.all")}
          </LinkButton>
        </>
      }
    >
      <p>{next === undefined ? messages("steps.allDone") : messages("steps.progress", { done, total })}</p>
    </NoticeCard>
  );
}
