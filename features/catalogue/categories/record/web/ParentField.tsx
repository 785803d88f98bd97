import { useMemo } from "react";
import { categories } from "#features/catalogue/categories/contract.ts";
import { categoryLimits } from "#features/catalogue/categories/fields.ts";
import { usePathChoices } from "#features/catalogue/categories/tree/web/usePathChoices.ts";
import { useRead } from "#web/operations.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Below which category a new one belongs. Nothing chosen makes a root. */
export function ParentField() {
  const t = useMessages("categories");
  const { data } = useRead(categories.tree, { withArchived: false });
  const paths = usePathChoices(data?.rows ?? none);
  const choices = useMemo(
    () =>
      paths.filter(({ depth }) => depth < categoryLimits.depthMax).map(({ id, path }) => ({ value: id, label: path })),
    [paths],
  );
  return (
    <ChoiceField
      name="parentId"
      label={t("fields.parentId")}
      hint={t("hints.parentId")}
      choices={choices}
      isSearchable
    />
  );
}

const none: readonly never[] = [];
