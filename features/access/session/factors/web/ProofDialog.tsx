import { Button, PasswordInput } from "@mantine/core";
import { type SyntheticEvent, useId, useState } from "react";
import styles from "#features/access/session/factors/web/FactorDialog.module.css";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type ProofDialogProps = {
  readonly isOpen: boolean;
  readonly failure: string | null;
  readonly onSend: (proof: string) => Promise<void>;
  readonly onChange: () => void;
  readonly onClose: () => void;
};

/** Asks for proof that this is the user, and not someone at an unattended screen. */
export function ProofDialog({ isOpen, failure, onSend, onChange, onClose }: ProofDialogProps) {
  const messages = useMessages("account");
  const shell = useMessages();
  const formId = useId();
  const [proof, setProof] = useState("");
  const [isPending, setPending] = useState(false);
  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (proof === "" || isPending) return;
    setPending(true);
    await onSend(proof);
    setPending(false);
    setProof("");
  };
  return (
    <Dialog
      isCompact
      widthPx={420}
      title={messages("factors.proof.title")}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shell("buttons.cancel")}
          </Button>
          <Button type="submit" form={formId} disabled={proof === ""} loading={isPending}>
            {shell("buttons.confirm")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <p className={styles.text}>{messages("factors.proof.text")}</p>
        <PasswordInput
          data-autofocus
          label={messages("factors.proof.field")}
          value={proof}
          error={failure}
          onChange={(event) => {
            setProof(event.currentTarget.value);
            onChange();
          }}
          autoComplete="current-password"
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ "aria-label": shell("buttons.showPassword") }}
        />
      </form>
    </Dialog>
  );
}
