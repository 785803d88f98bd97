import { lazy } from "react";
import { type Retailer, retailers } from "#features/retail/retailers/contract.ts";
import { retailerLimits } from "#features/retail/retailers/record/fields.ts";
import { actionTo, type RetailerAction, retailerLifecycle } from "#features/retail/retailers/record/lifecycle.ts";
import { RecordActionButtons } from "#web/record/RecordActionButtons.tsx";
import {
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
} from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const icons: Readonly<Record<RetailerAction, typeof IconCheck>> = {
  submit: IconSend,
  approve: IconCheck,
  ask_changes: IconArrowBackUp,
  reject: IconX,
  suspend: IconPlayerPause,
  reactivate: IconPlayerPlay,
  close: IconArchive,
};
const leading: ReadonlySet<RetailerAction> = new Set(["submit", "approve", "reactivate"]);

const ChainActionDialog = lazy(async () => {
  const [{ ChainActionDialog: component }] = await Promise.all([
    import("#features/retail/retailers/chains/web/ChainActionDialog.tsx"),
    import("#web/impact/loadImpactMessages.ts").then(({ loadImpactMessages: loadImpactWords }) => loadImpactWords()),
  ]);
  return { default: component };
});

/** The transitions of a retailer, and its seldom needed actions in a menu. */
export function RetailerActions({ retailer }: { readonly retailer: Retailer }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const { changeStatus, create } = retailers;
  return (
    <RecordActionButtons
      record={retailer}
      named={retailer.tradingNameI18n[language] ?? retailer.tradingName}
      path="/apps/retailer/retailers"
      t={t}
      verbOf={(to) => actionTo(retailer.status, to)}
      icons={icons}
      leading={leading}
      operations={{ changeStatus, create, ...(retailer.status === "draft" ? { remove: retailers.remove } : {}) }}
      refreshes={[retailers.list, retailers.countByStatus, retailers.get, retailers.activity]}
      reasonMax={retailerLimits.statusReasonMax}
      withImpact={{
        preview: retailers.previewStatus,
        hasImpact: ({ to, branchesCount }) => retailerLifecycle.hasImpact(to) || branchesCount > 0,
        renderDialog: (step, requested) =>
          step.branchesCount > 0 ? <ChainActionDialog retailer={retailer} step={step} {...requested} /> : null,
      }}
    />
  );
}
