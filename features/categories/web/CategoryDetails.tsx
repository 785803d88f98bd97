import { type Category, categories, type CategoryInput } from "#features/categories/contract.ts";
import { emptyCategory } from "#features/categories/rules.ts";
import { CategoryForm } from "#features/categories/web/CategoryForm.tsx";
import { useCategorySource } from "#features/categories/web/useCategorySource.ts";
import { useCategoryTexts } from "#features/categories/web/useCategoryTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** The fields of a category, to read and to change. */
export function CategoryDetails({ category }: { readonly category: Category }) {
  const can = useCan();
  const toast = useToast();
  const words = useWords("record");
  const texts = useCategoryTexts();
  const form = useRecordForm<CategoryInput, Category>(useCategorySource(), {
    record: category,
    initial: emptyCategory,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? words("saved")
            : words("savedMerged", { fields: merged.map(texts.labelOf).join(words("comma")) }),
      }),
  });
  const isReadOnly = category.status === "archived" || !can(categories.update);
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={isReadOnly}>
      <CategoryForm category={category} />
    </RecordFormView>
  );
}
