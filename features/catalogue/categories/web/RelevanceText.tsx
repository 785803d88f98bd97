import type { CategoryName, CategoryRow, HalalRelevance } from "#features/catalogue/categories/contract.ts";
import classes from "#features/catalogue/categories/web/RelevanceText.module.css";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<HalalRelevance, Tone>> = { required: "ok", recommended: "info", not_applicable: "mute" };

type RelevanceTextProps = {
  readonly row: Pick<CategoryRow, "parentId" | "halalRelevance" | "effectiveHalalRelevance">;
  /** Whose word it follows, if that is to be seen. */
  readonly deciding: CategoryName | null;
};

/** What holds for a category, and where that comes from. Its own word is a badge, an inherited one is quiet. */
export function RelevanceText({ row, deciding }: RelevanceTextProps) {
  const t = useMessages("categories");
  const language = useLanguage();
  const word = t(`halalRelevance.${row.effectiveHalalRelevance}`);
  if (row.halalRelevance !== null) return <StatusBadge tone={tones[row.halalRelevance]}>{word}</StatusBadge>;
  return (
    <span className={classes.inherited}>
      {word}
      <small>
        {" · "}
        {deciding === null
          ? t(row.parentId === null ? "byDefault" : "fromAbove")
          : t("from", { name: deciding.nameI18n[language] ?? deciding.name })}
      </small>
    </span>
  );
}
