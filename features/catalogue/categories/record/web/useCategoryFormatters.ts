import { useMemo } from "react";
import { categories, categoryRecord } from "#features/catalogue/categories/contract.ts";
import { usePathChoices } from "#features/catalogue/categories/tree/web/usePathChoices.ts";
import { useRead } from "#web/operations.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import { useMessages } from "#web/useMessages.ts";

/** Labels of fields and texts of their values, for the history and for conflicts; other categories by their paths. */
export function useCategoryFormatters(): FieldFormatters {
  const t = useMessages("categories");
  const { data } = useRead(categories.tree, { withArchived: true });
  const paths = usePathChoices(data?.rows ?? none);
  const formats = useMemo(() => {
    const pathsById = new Map(paths.map(({ id, path }) => [id, path]));
    const pathOf = (id: string) => pathsById.get(id) ?? t("gone");
    return { parentId: pathOf, mergedIntoId: pathOf, imageFileId: () => t("aPicture") };
  }, [t, paths]);
  const texts = useFieldFormatters({ record: categoryRecord, formats });
  return useMemo(
    () => ({
      ...texts,
      textOf: (path, value) => (path === "parentId" && value === null ? t("topLevel") : texts.textOf(path, value)),
    }),
    [t, texts],
  );
}

const none: readonly never[] = [];
