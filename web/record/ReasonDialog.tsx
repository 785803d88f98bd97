import { Alert, Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { textOf } from "#web/textOf.ts";
import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useMessages } from "#web/useMessages.ts";

type ReasonDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  /** Maximum length in characters; 0 if no reason is asked for. */
  readonly reasonMax: number;
  readonly isDangerous?: boolean;
  /** The information needed for the decision is loaded. */
  readonly isReady?: boolean;
  readonly isPending: boolean;
  /** Why the last attempt was refused. */
  readonly error: unknown;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
  /** The impact. */
  readonly children?: ReactNode;
};

/** Confirms an action and asks for the reason, which colleagues will want to know. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirmLabel, reasonMax, isDangerous = false, isReady = true, isPending, error } = props;
  const { onConfirm, onClose, children } = props;
  const messages = useMessages("record");
  const shellMessages = useMessages();
  const [reason, setReason] = useState("");
  return (
    <SidePanel
      isOpen
      title={title}
      onClose={onClose}
      pinned={
        <>
          {reasonMax > 0 && (
            <ReasonInput
              maxRows={4}
              maxLength={reasonMax}
              label={messages("reason")}
              value={reason}
              onChange={setReason}
              data-autofocus
            />
          )}
          {error != null && (
            <Alert color="red" role="alert">
              {textOf(error)}
            </Alert>
          )}
        </>
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button
            {...(isDangerous ? { color: "red" } : {})}
            disabled={!isReady || (reasonMax > 0 && reason.trim() === "")}
            loading={isPending}
            onClick={() => onConfirm(reason.trim())}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </SidePanel>
  );
}
