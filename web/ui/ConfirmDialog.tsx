import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "#web/ui/ConfirmDialog.module.css";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

export type ConfirmQuestion = {
  /** 'Are you sure?' unless told (spec 000 §8). */
  readonly title?: string;
  /** 'You want to perform this action?' unless told (spec 000 §8). */
  readonly text?: ReactNode;
  /** What it is about, by the name the person knows it by. */
  readonly named?: string;
  /** The word on the button that does it: Delete, Archive. */
  readonly confirmLabel?: string;
  /** It cannot be taken back. */
  readonly isDangerous?: boolean;
};

type ConfirmDialogProps = {
  readonly question: ConfirmQuestion;
  readonly isOpen: boolean;
  readonly onAnswer: (isSure: boolean) => void;
};

/** Asks before what cannot be undone. The safe answer has the focus; Esc and a click outside are a no. */
export function ConfirmDialog({ question, isOpen, onAnswer }: ConfirmDialogProps) {
  const words = useMessages();
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
      <div className={styles.text}>{text ?? words("confirm.text")}</div>
      {named && (
        <p className={styles.named} dir="auto">
          {named}
        </p>
      )}
    </Dialog>
  );
}
