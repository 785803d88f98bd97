import { type Category, categories } from "#features/catalogue/categories/contract.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { categoryFields } from "#features/catalogue/categories/fields.ts";
import { CategoryForm } from "#features/catalogue/categories/record/web/CategoryForm.tsx";
import {
  type CategoryValues,
  useCategoryMutations,
} from "#features/catalogue/categories/record/web/useCategoryMutations.ts";
import { useCategoryFormatters } from "#features/catalogue/categories/record/web/useCategoryFormatters.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useCan } from "#web/session.tsx";

/** The fields of a category, to read and to change. */
export function CategoryEditForm({ category }: { readonly category: Category }) {
  const can = useCan();
  const texts = useCategoryFormatters();
  const form = useRecordForm<CategoryValues, Category>(useCategoryMutations(), {
    record: category,
    initial: categoryFields.empty,
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
