import { useRouter } from "@tanstack/react-router";
import { type Retailer, retailerDecisions, type RetailerInput } from "#features/retail/retailers/contract/records.ts";
import { emptyRetailer } from "#features/retail/retailers/rules.ts";
import { RetailerForm } from "#features/retail/retailers/web/RetailerForm.tsx";
import { useRetailerSource } from "#features/retail/retailers/web/useRetailerSource.ts";
import { useRetailerTexts } from "#features/retail/retailers/web/useRetailerTexts.ts";
import { useDecidable } from "#web/record/FieldDecisions.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RetailerCreationProps = { readonly id: string; readonly prefill?: RetailerInput };

/** The form of a retailer that is not there yet. */
export function RetailerCreation({ id, prefill }: RetailerCreationProps) {
  const t = useMessages("retailers");
  const decidable = useDecidable(retailerDecisions);
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const form = useRecordForm<RetailerInput, Retailer>(useRetailerSource(id), {
    record: null,
    initial: emptyRetailer,
    ...(prefill ? { prefill: decidable(prefill, emptyRetailer) } : {}),
    onSaved: (retailer) => {
      toast({ text: t("created", { name: retailer.tradingNameI18n[language] ?? retailer.tradingName }) });
      // The way back leads to the list, and not to an empty form.
      void router.navigate({ to: `/apps/retailer/retailers/${retailer.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordPage
      list={{ name: "retailers", title: t("title"), path: "/apps/retailer/retailers" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useRetailerTexts()} decisions={{ of: retailerDecisions, status: null }}>
        <RetailerForm />
      </RecordFormView>
    </RecordPage>
  );
}
