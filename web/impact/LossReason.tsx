import { impactReasonMax } from "#base/impact.ts";
import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { useMessages } from "#web/useMessages.ts";

export type LossReasonProps = { readonly reason: string; readonly onChange: (reason: string) => void };

/**
 * Asks why products lose a requirement, and explains that a second person must approve. Uses the messages of `impact`.
 */
export function LossReason({ reason, onChange }: LossReasonProps) {
  const t = useMessages("impact");
  return (
    <ReasonInput
      maxRows={4}
      maxLength={impactReasonMax}
      label={t("loss.reason")}
      description={t("loss.hint")}
      value={reason}
      onChange={onChange}
      data-autofocus
    />
  );
}
