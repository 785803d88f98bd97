import { retailers } from "#features/retail/retailers/contract.ts";
import { type Retailer, retailerDecisions, type RetailerInput } from "#features/retail/retailers/contract/records.ts";
import { emptyRetailer, isFinal } from "#features/retail/retailers/rules.ts";
import { RetailerForm } from "#features/retail/retailers/web/RetailerForm.tsx";
import { useRetailerSource } from "#features/retail/retailers/web/useRetailerSource.ts";
import { useRetailerTexts } from "#features/retail/retailers/web/useRetailerTexts.ts";
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
