import { certifiers } from "#features/certifiers/contract.ts";
import type { Body, BodyInput } from "#features/certifiers/contract/bodies.ts";
import { emptyBody } from "#features/certifiers/rules.ts";
import { BodyForm } from "#features/certifiers/web/BodyForm.tsx";
import { useBodySource } from "#features/certifiers/web/useBodySource.ts";
import { useBodyTexts } from "#features/certifiers/web/useBodyTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** The fields of a certifying body, to read and to change. */
export function BodyDetails({ body }: { readonly body: Body }) {
  const can = useCan();
  const toast = useToast();
  const words = useWords("record");
  const texts = useBodyTexts();
  const form = useRecordForm<BodyInput, Body>(useBodySource(body.id), {
    record: body,
    initial: emptyBody,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? words("saved")
            : words("savedMerged", { fields: merged.map(texts.labelOf).join(words("comma")) }),
      }),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={body.status === "archived" || !can(certifiers.update)}>
      <BodyForm />
    </RecordFormView>
  );
}
