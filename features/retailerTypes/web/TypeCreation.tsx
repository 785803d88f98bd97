import { useRouter } from "@tanstack/react-router";
import type { RetailerType, RetailerTypeInput } from "#features/retailerTypes/contract.ts";
import { emptyRetailerType } from "#features/retailerTypes/rules.ts";
import { TypeForm } from "#features/retailerTypes/web/TypeForm.tsx";
import { useTypeSource } from "#features/retailerTypes/web/useTypeSource.ts";
import { useTypeTexts } from "#features/retailerTypes/web/useTypeTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** The form of a type that is not there yet. */
export function TypeCreation({ id }: { readonly id: string }) {
  const t = useWords("retailerTypes");
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const form = useRecordForm<RetailerTypeInput, RetailerType>(useTypeSource(id), {
    record: null,
    initial: emptyRetailerType,
    onSaved: (type) => {
      toast({ text: t("created", { name: type.nameI18n[language] ?? type.name }) });
      void router.navigate({ to: `/apps/retailer-type/types/${type.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordPage
      list={{ name: "retailerTypes", title: t("title"), path: "/apps/retailer-type/types" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useTypeTexts()}>
        <TypeForm />
      </RecordFormView>
    </RecordPage>
  );
}
