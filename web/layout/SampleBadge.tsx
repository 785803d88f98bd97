import styles from "#web/layout/SampleBadge.module.css";
import { IconFlask } from "#web/ui/icons.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Says that this is a demonstration whose records are stored in this browser, and offers to reset them. */
export function SampleBadge({ onReset }: { readonly onReset: () => Promise<void> }) {
  const messages = useMessages();
  const confirm = useConfirm();
  const handleReset = async () => {
    const isSure = await confirm({
      title: messages("demonstration.title"),
      text: messages("demonstration.text"),
      confirmLabel: messages("demonstration.reset"),
      isDangerous: true,
    });
    if (isSure) await onReset();
  };
  return (
    <button type="button" className={styles.badge} onClick={() => void handleReset()}>
      <IconFlask size={16} aria-hidden="true" />
      {messages("frame.sampleRecords")}
    </button>
  );
}
