import { Button } from "@mantine/core";
import styles from "#web/ui/ConfirmDialog.module.css";
import { Dialog } from "#web/ui/Dialog.tsx";
import type { ConfirmQuestion } from "#web/ui/useConfirm.tsx";
import { useWords } from "#web/useWords.ts";

type ConfirmDialogProps = {
  readonly question: ConfirmQuestion;
  readonly isOpen: boolean;
  readonly onAnswer: (isSure: boolean) => void;
};

/** Asks before what cannot be undone. The safe answer has the focus; Esc and a click outside are a no. */
export function ConfirmDialog({ question, isOpen, onAnswer }: ConfirmDialogProps) {
  const words = useWords();
  const { title, text, named, confirmLabel, isDangerous = false } = question;
  return (
    <Dialog
      role="alertdialog"
      isCompact
      widthPx={420}
      title={title ?? words("confirm.title")}
      isOpen={isOpen}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
            {words("buttons.cancel")}
          </Button>
          <Button color={isDangerous ? "red" : "teal"} onClick={() => onAnswer(true)}>
            {confirmLabel ?? words("buttons.confirm")}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{text ?? words("confirm.text")}</p>
      {named && (
        <p className={styles.named} dir="auto">
          {named}
        </p>
      )}
    </Dialog>
  );
}
