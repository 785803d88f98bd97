import { TargetChoice } from "#features/catalogue/categories/tree/web/TargetChoice.tsx";
import { useMessages } from "#web/useMessages.ts";

type MergeChoiceProps = { readonly onChange: (input: { readonly intoId: string } | null) => void };

/** Into which category several shall be merged. */
export function MergeChoice({ onChange }: MergeChoiceProps) {
  const t = useMessages("categories");
  return <TargetChoice label={t("mergeTarget")} onChange={(intoId) => onChange(intoId === null ? null : { intoId })} />;
}
