import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useSession } from "#web/session.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type LeaveGuardProps = {
  readonly isChanged: () => boolean;
  /** What was typed is on a tab of its page, and is lost with the tab. */
  readonly isOnTab?: boolean;
  /** The user leaves on purpose. */
  readonly onLeave: () => void;
};

/** Asks before unsaved changes are lost: by a link, the back button, or the browser's own. */
export function LeaveGuard({ isChanged, isOnTab = false, onLeave }: LeaveGuardProps) {
  const messages = useMessages("record");
  const session = useSession();
  const blocker = useBlocker({
    // A user who was signed out must reach the login page; the draft is kept.
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || (isOnTab && tabOf(current) !== tabOf(next))) &&
      session.read().status === "signedIn" &&
      isChanged(),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  const isBlocked = blocker.status === "blocked";
  const handleLeave = () => {
    onLeave();
    blocker.proceed?.();
  };
  return (
    <Dialog
      isOpen={isBlocked}
      isCompact
      role="alertdialog"
      title={messages("leave.title")}
      onClose={() => blocker.reset?.()}
      footer={
        <>
          <Button variant="default" onClick={handleLeave}>
            {messages("leave.go")}
          </Button>
          <Button onClick={() => blocker.reset?.()}>{messages("leave.stay")}</Button>
        </>
      }
    >
      <p>{messages("leave.text")}</p>
    </Dialog>
  );
}

/** A tab without an address of its own is a query parameter. */
const tabOf = ({ search }: { readonly search: { readonly tab?: unknown } }) => search.tab;
