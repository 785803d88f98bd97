import { useRouter } from "@tanstack/react-router";
import type { Body, BodyInput } from "#features/halal/certifiers/contract/bodies.ts";
import { emptyBody } from "#features/halal/certifiers/rules.ts";
import { BodyForm } from "#features/halal/certifiers/web/BodyForm.tsx";
import { useBodySource } from "#features/halal/certifiers/web/useBodySource.ts";
import { useBodyTexts } from "#features/halal/certifiers/web/useBodyTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** The form of a certifying body that is not there yet. */
export function BodyCreation({ id }: { readonly id: string }) {
  const t = useMessages("certifiers");
  const router = useRouter();
  const toast = useToast();
  const form = useRecordForm<BodyInput, Body>(useBodySource(id), {
    record: null,
    initial: emptyBody,
    onSaved: (body) => {
      toast({ text: t("created", { name: body.acronym }) });
      // The way back leads to the list, and not to an empty form.
      void router.navigate({ to: `/apps/certifier/bodies/${body.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordPage
      list={{ name: "certifiers", title: t("title"), path: "/apps/certifier/bodies" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useBodyTexts()}>
        <BodyForm />
      </RecordFormView>
    </RecordPage>
  );
}
