import { useRouter } from "@tanstack/react-router";
import type { Standard, StandardInput } from "#features/certifiers/contract/standards.ts";
import { emptyStandard } from "#features/certifiers/rules.ts";
import { StandardForm } from "#features/standards/web/StandardForm.tsx";
import { useStandardSource } from "#features/standards/web/useStandardSource.ts";
import { useStandardTexts } from "#features/standards/web/useStandardTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** The form of an edition that is not there yet. */
export function StandardCreation({ id }: { readonly id: string }) {
  const t = useWords("standards");
  const router = useRouter();
  const toast = useToast();
  const form = useRecordForm<StandardInput, Standard>(useStandardSource(id), {
    record: null,
    initial: emptyStandard,
    onSaved: (standard) => {
      toast({ text: t("created", { name: standard.code }) });
      void router.navigate({ to: `/apps/certifier/standards/${standard.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordPage
      list={{ name: "standards", title: t("title"), path: "/apps/certifier/standards" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useStandardTexts()}>
        <StandardForm />
      </RecordFormView>
    </RecordPage>
  );
}
