import { Textarea } from "@mantine/core";
import { impactReasonMax } from "#base/impact.ts";
import { useWords } from "#web/useWords.ts";

export type LossReasonProps = { readonly reason: string; readonly onChange: (reason: string) => void };

/** Why a requirement is taken from products, and that a second person is asked. Its words are those of `impact`. */
export function LossReason({ reason, onChange }: LossReasonProps) {
  const t = useWords("impact");
  return (
    <Textarea
      mt="md"
      required
      autosize
      minRows={2}
      maxRows={6}
      maxLength={impactReasonMax}
      dir={reason === "" ? undefined : "auto"}
      label={t("loss.reason")}
      description={t("loss.hint")}
      value={reason}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
