import { Alert, Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import type { ApiKey } from "#features/access/api-keys/contract.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type RenewDialogProps = {
  readonly apiKey: ApiKey;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onConfirm: (keepsOld: boolean) => void;
  readonly onClose: () => void;
};

/** Before a new secret is made: whether the old one may still be used while it is replaced. */
export function RenewDialog({ apiKey, isPending, error, onConfirm, onClose }: RenewDialogProps) {
  const t = useMessages("apiKeys");
  const messages = useMessages();
  const [keepsOld, setKeepsOld] = useState(true);
  return (
    <Dialog
      isOpen
      title={t("renew.title", { title: apiKey.title })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {messages("buttons.cancel")}
          </Button>
          <Button loading={isPending} onClick={() => onConfirm(keepsOld)}>
            {t("renew.confirm")}
          </Button>
        </>
      }
    >
      <p>{t("renew.text")}</p>
      <Checkbox
        mt="md"
        label={t("renew.keepsOld")}
        description={t("renew.keepsOldText")}
        checked={keepsOld}
        onChange={({ currentTarget }) => setKeepsOld(currentTarget.checked)}
      />
      {error != null && (
        <Alert color="red" mt="md" role="alert">
          {textOf(error)}
        </Alert>
      )}
    </Dialog>
  );
}
