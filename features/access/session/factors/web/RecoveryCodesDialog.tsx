import { Button } from "@mantine/core";
import { CopyButton } from "#features/access/session/factors/web/CopyButton.tsx";
import styles from "#features/access/session/factors/web/FactorDialog.module.css";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconDownload } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type RecoveryCodesDialogProps = {
  readonly codes: readonly string[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Shows the recovery codes, only once: to copy, download, or write down. */
export function RecoveryCodesDialog({ codes, isOpen, onClose }: RecoveryCodesDialogProps) {
  const messages = useMessages("account");
  const text = codes.join("\n");
  const handleSave = () => {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "mizan-recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Dialog
      widthPx={480}
      title={messages("factors.codes.title")}
      isOpen={isOpen}
      onClose={onClose}
      footer={<Button onClick={onClose}>{messages("factors.codes.kept")}</Button>}
    >
      <p className={styles.text}>{messages("factors.codes.once")}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.tools}>
        <CopyButton text={text} label={messages("factors.codes.copy")} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={handleSave}
        >
          {messages("factors.codes.save")}
        </Button>
      </div>
    </Dialog>
  );
}
