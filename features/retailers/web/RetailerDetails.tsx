import { retailers } from "#features/retailers/contract.ts";
import type { Retailer, RetailerInput } from "#features/retailers/contract/records.ts";
import { emptyRetailer, isFinal } from "#features/retailers/rules.ts";
import { RetailerForm } from "#features/retailers/web/RetailerForm.tsx";
import { useRetailerSource } from "#features/retailers/web/useRetailerSource.ts";
import { useRetailerTexts } from "#features/retailers/web/useRetailerTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** The fields of a retailer, to read and to change. */
export function RetailerDetails({ retailer }: { readonly retailer: Retailer }) {
  const can = useCan();
  const toast = useToast();
  const recordWords = useWords("record");
  const texts = useRetailerTexts();
  const form = useRecordForm<RetailerInput, Retailer>(useRetailerSource(retailer.id), {
    record: retailer,
    initial: emptyRetailer,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? recordWords("saved")
            : recordWords("savedMerged", { fields: merged.map(texts.labelOf).join(recordWords("comma")) }),
      }),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={isFinal(retailer.status) || !can(retailers.update)}>
      <RetailerForm />
    </RecordFormView>
  );
}
