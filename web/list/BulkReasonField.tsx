import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Sent for the preview, which does not depend on the reason. */
export const unsaid = "…";

type BulkReasonFieldProps = {
  readonly hint: string;
  readonly reason: string;
  readonly onChange: (reason: string) => void;
};

/** Why many records are changed. */
export function BulkReasonField({ hint, reason, onChange }: BulkReasonFieldProps) {
  const messages = useMessages("list");
  return (
    <ReasonInput
      maxRows={4}
      maxLength={500}
      label={messages("reason")}
      description={hint}
      value={reason}
      onChange={onChange}
      data-autofocus
    />
  );
}
