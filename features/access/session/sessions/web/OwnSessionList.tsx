import { Button } from "@mantine/core";
import { session } from "#features/access/session/contract.ts";
import { OwnSessionLine } from "#features/access/session/sessions/web/OwnSessionLine.tsx";
import { useRead, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** The user's own sessions, which they can end (reliability R11). */
export function OwnSessionList() {
  const messages = useMessages("account");
  const toast = useToast();
  const list = useRead(session.listOwn, {});
  const end = useWrite(session.endOwn, { refreshes: [session.listOwn] });
  const handleEnd = (sessionId: string) =>
    end.mutate(
      { sessionId },
      {
        onSuccess: () => toast({ text: messages("sessions.ended") }),
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  return (
    <CardSection
      id="own-sessions"
      title={messages("sessions.title")}
      lead={messages("sessions.lead")}
      isBusy={list.isPending}
    >
      {list.isPending && <SkeletonRows rows={2} />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      <CardLines>
        {list.data?.rows.map((own) => (
          <OwnSessionLine
            key={own.id}
            own={own}
            readAt={list.dataUpdatedAt}
            action={
              <Button variant="default" size="xs" disabled={end.isPending} onClick={() => handleEnd(own.id)}>
                {messages("sessions.end")}
              </Button>
            }
          />
        ))}
      </CardLines>
    </CardSection>
  );
}
