import { type RetailerType, type RetailerTypeInput, retailerTypes } from "#features/retailerTypes/contract.ts";
import { emptyRetailerType } from "#features/retailerTypes/rules.ts";
import { TypeForm } from "#features/retailerTypes/web/TypeForm.tsx";
import { useTypeSource } from "#features/retailerTypes/web/useTypeSource.ts";
import { useTypeTexts } from "#features/retailerTypes/web/useTypeTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** The fields of a type, to read and to change. */
export function TypeDetails({ type }: { readonly type: RetailerType }) {
  const can = useCan();
  const toast = useToast();
  const recordWords = useWords("record");
  const texts = useTypeTexts();
  const form = useRecordForm<RetailerTypeInput, RetailerType>(useTypeSource(type.id), {
    record: type,
    initial: emptyRetailerType,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? recordWords("saved")
            : recordWords("savedMerged", { fields: merged.map(texts.labelOf).join(recordWords("comma")) }),
      }),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={type.status === "archived" || !can(retailerTypes.update)}>
      <TypeForm />
    </RecordFormView>
  );
}
