import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { isWaiting } from "#base/approvals.ts";
import { Refusal } from "#base/refusal.ts";
import { newId } from "#web/newId.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { settlementErrors } from "#features/retail/retailers/settlement/rules.ts";
import {
  retailerSettlement,
  SettlementInput,
  settlementMethods,
} from "#features/retail/retailers/settlement/contract.ts";
import { PartDialog } from "#features/retail/retailers/record/web/PartDialog.tsx";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type SettlementDialogProps = { readonly retailer: Retailer; readonly version: number; readonly onClose: () => void };

/** Where a retailer is to be paid. It is sealed first; a second person approves what was entered without seeing it. */
export function SettlementDialog({ retailer, version, onClose }: SettlementDialogProps) {
  const t = useMessages("retailers");
  const toast = useToast();
  const { send, refreshAll } = usePartMutations();
  const toastWaiting = useSentForApproval();
  // What was entered under an id stays what it was: another entry is another draft, the same one sent again is not.
  const entered = useRef({ draftId: "", text: "" });
  const draftIdOf = (values: SettlementInput) => {
    const text = JSON.stringify(values);
    if (entered.current.text !== text) entered.current = { draftId: newId(), text };
    return entered.current.draftId;
  };
  const handleSave = async (values: SettlementInput): Promise<void | false> => {
    const draftId = draftIdOf(values);
    await send(retailerSettlement.draft, { id: retailer.id, draftId, ...values });
    try {
      const answer = await send(retailerSettlement.change, { id: retailer.id, version, draftId });
      if (isWaiting(answer)) return toastWaiting(answer.approvalId);
    } catch (error) {
      // An earlier one waits, and has to be taken back where it is.
      if (!(error instanceof Refusal) || typeof error.details.approvalId !== "string") throw error;
      toastWaiting(error.details.approvalId, textOf(error));
      return false;
    }
    toast({ text: t("settlement.saved") });
  };
  return (
    <PartDialog<SettlementInput>
      title={t("settlement.change")}
      schema={SettlementInput}
      errorsOf={settlementErrors}
      initial={{ method: "bank", holder: retailer.legalName ?? retailer.tradingName, account: "" }}
      onSave={handleSave}
      onConflict={() => void refreshAll()}
      onClose={onClose}
    >
      <ChoiceField
        name="method"
        label={t("settlement.method")}
        isRequired
        choices={settlementMethods.map((value) => ({ value, label: t(`settlementMethod.${value}`) }))}
      />
      <TextField name="holder" label={t("settlement.holder")} isRequired />
      <div data-wide>
        <AccountField />
      </div>
    </PartDialog>
  );
}

function AccountField() {
  const t = useMessages("retailers");
  const method = useWatch<SettlementInput, "method">({ name: "method" });
  return (
    <TextField
      name="account"
      kind="code"
      inputMode={method === "paypal" ? "email" : "text"}
      label={t(`settlement.accountOf.${method}`)}
      hint={t("hints.account")}
      isRequired
    />
  );
}
