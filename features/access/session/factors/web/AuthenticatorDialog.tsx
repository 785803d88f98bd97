import { Button } from "@mantine/core";
import { type SyntheticEvent, useId, useState } from "react";
import { factors } from "#features/access/session/contract/factors.ts";
import { isCode } from "#features/access/session/rules.ts";
import { CodeField } from "#features/access/session/factors/web/CodeField.tsx";
import { CopyButton } from "#features/access/session/factors/web/CopyButton.tsx";
import styles from "#features/access/session/factors/web/FactorDialog.module.css";
import { QrCode } from "#features/access/session/factors/web/QrCode.tsx";
import { usePasswordErrors } from "#features/access/session/passwords/web/usePasswordErrors.ts";
import { useWrite } from "#web/operations.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type AuthenticatorDialogProps = {
  /** The setup data for the app. */
  readonly started: { readonly key: string; readonly uri: string };
  readonly isOpen: boolean;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
};

/** Shows the key for the app, as a QR code or text, and asks for a first code to confirm that it works. */
export function AuthenticatorDialog({ started, isOpen, onConfirmed, onClose }: AuthenticatorDialogProps) {
  const messages = useMessages("account");
  const shell = useMessages();
  const formId = useId();
  const [code, setCode] = useState("");
  const confirm = useWrite(factors.confirmAuthenticator, { refreshes: [factors.readFactors] });
  const { failure, errorOf } = usePasswordErrors(confirm.error);
  const handleChange = (value: string) => {
    confirm.reset();
    setCode(value);
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isCode(code) || confirm.isPending) return;
    confirm.mutate(
      { code },
      { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes), onSettled: () => setCode("") },
    );
  };
  return (
    <Dialog
      widthPx={520}
      title={messages("factors.app.setUp")}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shell("buttons.cancel")}
          </Button>
          <Button type="submit" form={formId} disabled={!isCode(code)} loading={confirm.isPending}>
            {messages("factors.app.confirm")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        <ol className={styles.steps}>
          <li>
            <p>{messages("factors.app.scan")}</p>
            <div className={styles.scan}>
              <QrCode text={started.uri} label={messages("factors.app.qr")} />
              <div className={styles.byHand}>
                {messages("factors.app.byHand")}
                <bdi className={styles.key}>{started.key.match(/.{1,4}/g)?.join(" ")}</bdi>
                <CopyButton text={started.key} label={messages("factors.app.copyKey")} />
              </div>
            </div>
          </li>
          <li>
            <p>{messages("factors.app.type")}</p>
            <CodeField value={code} error={errorOf("code") ?? failure ?? undefined} onChange={handleChange} />
          </li>
        </ol>
      </form>
    </Dialog>
  );
}
