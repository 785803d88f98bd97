import type { CategoryName, CategoryRow } from "#features/catalogue/categories/contract.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MeatTextProps = {
  readonly row: Pick<CategoryRow, "containsMeat" | "effectiveContainsMeat">;
  /** Whose word it follows, if that is to be seen. */
  readonly deciding: CategoryName | null;
};

/** That what is in a category is meat, and who says so. Nothing where it is not. */
export function MeatText({ row, deciding }: MeatTextProps) {
  const t = useMessages("categories");
  const language = useLanguage();
  if (row.effectiveContainsMeat !== true) return null;
  const from =
    row.containsMeat === null && deciding && t("from", { name: deciding.nameI18n[language] ?? deciding.name });
  return (
    <span title={from || undefined} data-inherited={row.containsMeat === null || undefined}>
      <StatusBadge tone="warn">{t("meat")}</StatusBadge>
    </span>
  );
}
