import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "#web/ui/ConfirmDialog.module.css";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

export type ConfirmQuestion = {
  /** Default: 'Are you sure?' (spec 000 §8). */
  readonly title?: string;
  /** Default: 'You want to perform this action?' (spec 000 §8). */
  readonly text?: ReactNode;
  /** Name of the record, as the user knows it. */
  readonly named?: string;
  /** The button's label: Delete, Archive. */
  readonly confirmLabel?: string;
  /** The action can't be undone. */
  readonly isDangerous?: boolean;
};

type ConfirmDialogProps = {
  readonly question: ConfirmQuestion;
  readonly isOpen: boolean;
  readonly onAnswer: (isSure: boolean) => void;
};

/** Asks before an irreversible action. The safe answer has the focus; Esc and a click outside cancel. */
export function ConfirmDialog({ question, isOpen, onAnswer }: ConfirmDialogProps) {
  const messages = useMessages();
  const { title, text, named, confirmLabel, isDangerous = false } = question;
  return (
    <Dialog
      role="alertdialog"
      isCompact
      widthPx={420}
      title={title ?? messages("confirm.title")}
      isOpen={isOpen}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
            {messages("buttons.cancel")}
          </Button>
          <Button color={isDangerous ? "red" : "teal"} onClick={() => onAnswer(true)}>
            {confirmLabel ?? messages("buttons.confirm")}
          </Button>
        </>
      }
    >
      <div className={styles.text}>{text ?? messages("confirm.text")}</div>
      {named && (
        <p className={styles.named} dir="auto">
          {named}
        </p>
      )}
    </Dialog>
  );
}
