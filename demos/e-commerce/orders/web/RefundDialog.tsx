import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Operation } from "#base/contract.ts";
import { writeAmount } from "#base/writeAmount.ts";
import { type Order, orderLimits, shopOrders } from "#demos/e-commerce/orders/contract.ts";
import { shopCurrency } from "#demos/e-commerce/rules.ts";
import { newId } from "#web/newId.ts";
import { useWrite } from "#web/operations.ts";
import { parseAmount } from "#web/record/amount.ts";
import { minorText } from "#web/record/minorText.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RefundDialogProps = {
  readonly order: Order;
  readonly refreshes: readonly Operation[];
  readonly onClose: () => void;
};

/** Gives back a part of what was paid, or all that is left. */
export function RefundDialog({ order, refreshes, onClose }: RefundDialogProps) {
  const t = useMessages("shopOrders");
  const language = useLanguage();
  const toast = useToast();
  // The same for every attempt, so that a lost answer refunds nothing twice.
  const [refundId] = useState(newId);
  const leftMinor = order.paidMinor - order.refundedMinor;
  const [typed, setTyped] = useState(writeAmount(leftMinor, 2));
  const amountMinor = parseAmount(typed, 2);
  const isRight = typeof amountMinor === "number" && amountMinor > 0 && amountMinor <= leftMinor;
  const refund = useWrite(shopOrders.refund, { refreshes });
  const left = minorText(language, leftMinor, shopCurrency);
  const handleConfirm = (reason: string) => {
    if (!isRight) return;
    const { id, version, reference } = order;
    refund.mutate(
      { id, version, refundId, amountMinor, reason },
      {
        onSuccess: () => {
          toast({ text: t("steps.refund.done", { name: reference }) });
          onClose();
        },
      },
    );
  };
  return (
    <ReasonDialog
      title={t("steps.refund.title", { name: order.reference })}
      text={t("steps.refund.text", { amount: left })}
      confirmLabel={t("steps.refund.confirm")}
      reasonMax={orderLimits.reasonMax}
      isDangerous
      isReady={isRight}
      isPending={refund.isPending}
      error={refund.error}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <TextInput
        label={t("steps.refund.amount")}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        leftSection={<span>{shopCurrency}</span>}
        leftSectionWidth={52}
        value={typed}
        error={isRight ? null : t("steps.refund.wrong", { amount: left })}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ReasonDialog>
  );
}
