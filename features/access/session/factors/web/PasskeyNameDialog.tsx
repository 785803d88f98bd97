import { Button, TextInput } from "@mantine/core";
import { type SyntheticEvent, useId, useState } from "react";
import { factors, type Passkey } from "#features/access/session/contract/factors.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useDoneToast } from "#web/ui/useDoneToast.ts";
import { useMessages } from "#web/useMessages.ts";

type PasskeyNameDialogProps = {
  readonly passkey: Passkey;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Gives a passkey a name that the user recognises. */
export function PasskeyNameDialog({ passkey, isOpen, onClose }: PasskeyNameDialogProps) {
  const messages = useMessages("account");
  const shell = useMessages();
  const formId = useId();
  const [name, setName] = useState(passkey.name);
  const rename = useWrite(factors.renamePasskey, { refreshes: [factors.readFactors] });
  const done = useDoneToast();
  const handleDone = (answer: unknown) => {
    done(answer);
    onClose();
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === "" || rename.isPending) return;
    rename.mutate({ passkeyId: passkey.id, version: passkey.version, name }, { onSuccess: handleDone });
  };
  return (
    <Dialog
      isCompact
      widthPx={420}
      title={messages("factors.passkeys.naming")}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shell("buttons.cancel")}
          </Button>
          <Button type="submit" form={formId} disabled={name.trim() === ""} loading={rename.isPending}>
            {shell("buttons.save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        <TextInput
          data-autofocus
          label={messages("factors.passkeys.name")}
          value={name}
          error={rename.error && textOf(rename.error)}
          onChange={(event) => {
            rename.reset();
            setName(event.currentTarget.value);
          }}
          maxLength={80}
        />
      </form>
    </Dialog>
  );
}
