import { standards } from "#features/certifiers/contract.ts";
import type { Standard, StandardInput } from "#features/certifiers/contract/standards.ts";
import { emptyStandard } from "#features/certifiers/rules.ts";
import { StandardForm } from "#features/standards/web/StandardForm.tsx";
import { useStandardSource } from "#features/standards/web/useStandardSource.ts";
import { useStandardTexts } from "#features/standards/web/useStandardTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** The fields of an edition of a standard, to read and to change. */
export function StandardDetails({ standard }: { readonly standard: Standard }) {
  const can = useCan();
  const toast = useToast();
  const words = useWords("record");
  const texts = useStandardTexts();
  const form = useRecordForm<StandardInput, Standard>(useStandardSource(standard.id), {
    record: standard,
    initial: emptyStandard,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? words("saved")
            : words("savedMerged", { fields: merged.map(texts.labelOf).join(words("comma")) }),
      }),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={standard.status === "archived" || !can(standards.update)}>
      <StandardForm />
    </RecordFormView>
  );
}
