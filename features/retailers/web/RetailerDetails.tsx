import { retailers } from "#features/retailers/contract.ts";
import { type Retailer, retailerDecisions, type RetailerInput } from "#features/retailers/contract/records.ts";
import { emptyRetailer, isFinal } from "#features/retailers/rules.ts";
import { RetailerForm } from "#features/retailers/web/RetailerForm.tsx";
import { useRetailerSource } from "#features/retailers/web/useRetailerSource.ts";
import { useRetailerTexts } from "#features/retailers/web/useRetailerTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useCan } from "#web/session.tsx";

/** The fields of a retailer, to read and to change. */
export function RetailerDetails({ retailer }: { readonly retailer: Retailer }) {
  const can = useCan();
  const texts = useRetailerTexts();
  const form = useRecordForm<RetailerInput, Retailer>(useRetailerSource(retailer.id), {
    record: retailer,
    initial: emptyRetailer,
    onSaved: useSavedToast(texts),
  });
  return (
    <RecordFormView
      form={form}
      texts={texts}
      isReadOnly={isFinal(retailer.status) || !can(retailers.update)}
      decisions={{ of: retailerDecisions, status: retailer.status }}
    >
      <RetailerForm />
    </RecordFormView>
  );
}
