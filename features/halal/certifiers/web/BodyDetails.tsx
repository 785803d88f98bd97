import { certifiers } from "#features/halal/certifiers/contract.ts";
import type { Body, BodyInput } from "#features/halal/certifiers/contract/bodies.ts";
import { emptyBody } from "#features/halal/certifiers/rules.ts";
import { BodyForm } from "#features/halal/certifiers/web/BodyForm.tsx";
import { useBodySource } from "#features/halal/certifiers/web/useBodySource.ts";
import { useBodyTexts } from "#features/halal/certifiers/web/useBodyTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useCan } from "#web/session.tsx";

/** The fields of a certifying body, to read and to change. */
export function BodyDetails({ body }: { readonly body: Body }) {
  const can = useCan();
  const texts = useBodyTexts();
  const form = useRecordForm<BodyInput, Body>(useBodySource(body.id), {
    record: body,
    initial: emptyBody,
    onSaved: useSavedToast(texts),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={body.status === "archived" || !can(certifiers.update)}>
      <BodyForm />
    </RecordFormView>
  );
}
