import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useSession } from "#web/session.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useWords } from "#web/useWords.ts";

type LeaveGuardProps = {
  readonly isChanged: () => boolean;
  /** Somebody leaves and means it. */
  readonly onLeave: () => void;
};

/** Asks before what was typed is left behind: by a link, the back button, or the browser's own. */
export function LeaveGuard({ isChanged, onLeave }: LeaveGuardProps) {
  const words = useWords("record");
  const session = useSession();
  const blocker = useBlocker({
    // Whoever was signed out must reach the login page; the draft waits for them.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && session.read().status === "signedIn" && isChanged(),
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
      title={words("leave.title")}
      onClose={() => blocker.reset?.()}
      footer={
        <>
          <Button variant="default" onClick={handleLeave}>
            {words("leave.go")}
          </Button>
          <Button onClick={() => blocker.reset?.()}>{words("leave.stay")}</Button>
        </>
      }
    >
      <p>{words("leave.text")}</p>
    </Dialog>
  );
}
