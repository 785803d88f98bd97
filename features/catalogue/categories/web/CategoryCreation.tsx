import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Category, categories, NewCategoryInput } from "#features/catalogue/categories/contract.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { emptyCategory } from "#features/catalogue/categories/rules.ts";
import { CategoryForm } from "#features/catalogue/categories/web/CategoryForm.tsx";
import { categoryReads, categoryInputOf } from "#features/catalogue/categories/web/useCategorySource.ts";
import { useCategoryTexts } from "#features/catalogue/categories/web/useCategoryTexts.ts";
import { call } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type CategoryCreationProps = { readonly id: string; readonly parentId: string | null };

/** The form of a category that is not there yet. */
export function CategoryCreation({ id, parentId }: CategoryCreationProps) {
  const t = useMessages("categories");
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const { transport, queryClient } = useApiClient();
  const source = useMemo(
    () => ({
      name: "categories",
      schema: NewCategoryInput,
      valuesOf: (category: Category) => ({ ...categoryInputOf(category), parentId: category.parentId }),
      create: async (values: NewCategoryInput) => {
        const category = await call(transport, categories.create, { id, ...values });
        await refresh(queryClient, categoryReads);
        return category;
      },
      update: () => Promise.reject(new Error("what is not there yet is not updated")),
    }),
    [transport, queryClient, id],
  );
  const form = useRecordForm<NewCategoryInput, Category>(source, {
    record: null,
    initial: { ...emptyCategory, parentId },
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
      <RecordFormView form={form} texts={useCategoryTexts()} decisions={{ of: categoryDecisions, status: null }}>
        <CategoryForm category={null} />
      </RecordFormView>
    </RecordPage>
  );
}
