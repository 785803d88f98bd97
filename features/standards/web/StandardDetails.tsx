import { standards } from "#features/certifiers/contract.ts";
import type { Standard, StandardInput } from "#features/certifiers/contract/standards.ts";
import { emptyStandard } from "#features/certifiers/rules.ts";
import { StandardForm } from "#features/standards/web/StandardForm.tsx";
import { useStandardSource } from "#features/standards/web/useStandardSource.ts";
import { useStandardTexts } from "#features/standards/web/useStandardTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useCan } from "#web/session.tsx";

/** The fields of an edition of a standard, to read and to change. */
export function StandardDetails({ standard }: { readonly standard: Standard }) {
  const can = useCan();
  const texts = useStandardTexts();
  const form = useRecordForm<StandardInput, Standard>(useStandardSource(standard.id), {
    record: standard,
    initial: emptyStandard,
    onSaved: useSavedToast(texts),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={standard.status === "archived" || !can(standards.update)}>
      <StandardForm />
    </RecordFormView>
  );
}
