import { type RetailerType, type RetailerTypeInput, retailerTypes } from "#features/retailerTypes/contract.ts";
import { emptyRetailerType } from "#features/retailerTypes/rules.ts";
import { TypeForm } from "#features/retailerTypes/web/TypeForm.tsx";
import { useTypeSource } from "#features/retailerTypes/web/useTypeSource.ts";
import { useTypeTexts } from "#features/retailerTypes/web/useTypeTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useCan } from "#web/session.tsx";

/** The fields of a type, to read and to change. */
export function TypeDetails({ type }: { readonly type: RetailerType }) {
  const can = useCan();
  const texts = useTypeTexts();
  const form = useRecordForm<RetailerTypeInput, RetailerType>(useTypeSource(type.id), {
    record: type,
    initial: emptyRetailerType,
    onSaved: useSavedToast(texts),
    onWaits: useSentForApproval(),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={type.status === "archived" || !can(retailerTypes.update)}>
      <TypeForm />
    </RecordFormView>
  );
}
