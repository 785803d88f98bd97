import { useMemo } from "react";
import { type Category, CategoryInput, categories } from "#features/catalogue/categories/contract.ts";
import { emptyCategory, impactFields } from "#features/catalogue/categories/rules.ts";
import { call } from "#web/call.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { refresh } from "#web/operations.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** What a change of one category makes old: others inherit from it, count with it, or stand below it. */
export const categoryReads = [categories.tree, categories.list, categories.get, categories.activity];

/** What a person wrote of a category, without what the server knows of it. */
export const categoryInputOf = (category: Category): CategoryInput =>
  Object.fromEntries(
    Object.keys(emptyCategory).map((name) => [name, category[name as keyof CategoryInput]]),
  ) as CategoryInput;

/** How a category that is there is changed. */
export function useCategorySource(): RecordSource<CategoryInput, Category> {
  const { transport, queryClient } = useApiClient();
  return useMemo(
    () => ({
      name: "categories",
      schema: CategoryInput,
      valuesOf: categoryInputOf,
      create: () => Promise.reject(new Error("a new category has a form of its own")),
      update: async (patch, { id, version }, asShown) => {
        const category = unlessWaiting(await call(transport, categories.update, { ...patch, ...asShown, id, version }));
        await refresh(queryClient, categoryReads);
        return category;
      },
      felt: {
        fields: impactFields,
        preview: ({ halalRelevance, containsMeat }, { id }) =>
          askImpact(transport, categories.previewRelevance, { id, halalRelevance, containsMeat }),
      },
    }),
    [transport, queryClient],
  );
}
