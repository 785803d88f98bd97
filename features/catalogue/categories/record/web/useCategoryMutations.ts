import { useMemo } from "react";
import { type Category, categories } from "#features/catalogue/categories/contract.ts";
import { categoryFields, impactFields } from "#features/catalogue/categories/fields.ts";
import type { ValuesOf } from "#base/records/fields.ts";
import { call } from "#web/call.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { refresh } from "#web/operations.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import type { RecordMutations } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** What a change of one category makes stale: others inherit from it, count with it, or are below it. */
export const categoryReads = [categories.tree, categories.list, categories.get, categories.activity];

/** The values of the form, as its library needs them. */
export type CategoryValues = ValuesOf<typeof categoryFields>;

/** Updates an existing category. */
export function useCategoryMutations(): RecordMutations<CategoryValues, Category> {
  const { transport, queryClient } = useApiClient();
  return useMemo(
    () => ({
      name: "categories",
      schema: categoryFields.schema,
      valuesOf: categoryFields.valuesOf,
      create: () => Promise.reject(new Error("a new category has a form of its own")),
      update: async (patch, { id, version }, preview) => {
        const category = unlessWaiting(await call(transport, categories.update, { ...patch, ...preview, id, version }));
        await refresh(queryClient, categoryReads);
        return category;
      },
      withImpact: {
        fields: impactFields,
        preview: ({ halalRelevance, containsMeat }, { id }) =>
          askImpact(transport, categories.previewRelevance, { id, halalRelevance, containsMeat }),
      },
    }),
    [transport, queryClient],
  );
}
