import { TargetChoice } from "#features/catalogue/categories/web/TargetChoice.tsx";
import { useWords } from "#web/useWords.ts";

type MergeChoiceProps = { readonly onChange: (input: { readonly intoId: string } | null) => void };

/** Into which category several shall be merged. */
export function MergeChoice({ onChange }: MergeChoiceProps) {
  const t = useWords("categories");
  return <TargetChoice label={t("mergeTarget")} onChange={(intoId) => onChange(intoId === null ? null : { intoId })} />;
}
