import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { type Category, categories } from "#features/catalogue/categories/contract.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { categoryFields } from "#features/catalogue/categories/fields.ts";
import { CategoryForm } from "#features/catalogue/categories/record/web/CategoryForm.tsx";
import { categoryReads } from "#features/catalogue/categories/record/web/useCategoryMutations.ts";
import { useCategoryFormatters } from "#features/catalogue/categories/record/web/useCategoryFormatters.ts";
import { call } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The fields, and where a new category belongs. */
const newFields = fields({
  ...categoryFields.all,
  parentId: field.custom<string | null>(z.nullable(schemas.id()), null),
});
type NewCategory = ValuesOf<typeof newFields>;

type CategoryCreatePageProps = { readonly id: string; readonly parentId: string | null };

/** The page of a new category. */
export function CategoryCreatePage({ id, parentId }: CategoryCreatePageProps) {
  const t = useMessages("categories");
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const { transport, queryClient } = useApiClient();
  const source = useMemo(
    () => ({
      name: "categories",
      schema: newFields.schema,
      valuesOf: (category: Category) => newFields.valuesOf(category),
      create: async (values: NewCategory) => {
        const category = await call(transport, categories.create, { id, ...values });
        await refresh(queryClient, categoryReads);
        return category;
      },
      update: () => Promise.reject(new Error("a new category is not updated")),
    }),
    [transport, queryClient, id],
  );
  const form = useRecordForm<NewCategory, Category>(source, {
    record: null,
    initial: { ...newFields.empty, parentId },
    onSaved: (category) => {
      toast({ text: t("created", { name: category.nameI18n[language] ?? category.name }) });
      // The way back leads to the tree, and not to an empty form.
      void router.navigate({ to: `/apps/category/categories/${category.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordPage
      list={{ name: "categories", title: t("title"), path: "/apps/category/categories" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useCategoryFormatters()} decisions={{ of: categoryDecisions, status: null }}>
        <CategoryForm category={null} />
      </RecordFormView>
    </RecordPage>
  );
}
