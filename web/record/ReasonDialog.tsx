import { Alert, Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useWords } from "#web/useWords.ts";

type ReasonDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly reasonMax: number;
  readonly isDangerous?: boolean;
  readonly isPending: boolean;
  /** Why it was refused the last time. */
  readonly error: unknown;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** A step that colleagues will want to understand: it is not taken without a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirmLabel, reasonMax, isDangerous = false, isPending, error, onConfirm, onClose } = props;
  const words = useWords("record");
  const shellWords = useWords();
  const [reason, setReason] = useState("");
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellWords("buttons.cancel")}
          </Button>
          <Button
            {...(isDangerous ? { color: "red" } : {})}
            disabled={reason.trim() === ""}
            loading={isPending}
            onClick={() => onConfirm(reason.trim())}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <Textarea
        mt="md"
        required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={reasonMax}
        label={words("reason")}
        dir={reason === "" ? undefined : "auto"}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
      {error != null && (
        <Alert color="red" mt="md" role="alert">
          {textOf(error)}
        </Alert>
      )}
    </Dialog>
  );
}
