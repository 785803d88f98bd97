import { type Category, categories, type CategoryInput } from "#features/catalogue/categories/contract.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { emptyCategory } from "#features/catalogue/categories/rules.ts";
import { CategoryForm } from "#features/catalogue/categories/web/CategoryForm.tsx";
import { useCategorySource } from "#features/catalogue/categories/web/useCategorySource.ts";
import { useCategoryTexts } from "#features/catalogue/categories/web/useCategoryTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useCan } from "#web/session.tsx";

/** The fields of a category, to read and to change. */
export function CategoryDetails({ category }: { readonly category: Category }) {
  const can = useCan();
  const texts = useCategoryTexts();
  const form = useRecordForm<CategoryInput, Category>(useCategorySource(), {
    record: category,
    initial: emptyCategory,
    onSaved: useSavedToast(texts),
    onWaits: useSentForApproval(),
  });
  const isReadOnly = category.status === "archived" || !can(categories.update);
  return (
    <RecordFormView
      form={form}
      texts={texts}
      isReadOnly={isReadOnly}
      decisions={{ of: categoryDecisions, status: category.status }}
    >
      <CategoryForm category={category} />
    </RecordFormView>
  );
}
