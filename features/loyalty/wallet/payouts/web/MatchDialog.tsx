import { Select } from "@mantine/core";
import { useState } from "react";
import { cashbackLimits } from "#features/loyalty/wallet/contract/cashback.ts";
import { type PayoutResult, payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { minorText } from "#web/record/minorText.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MatchDialogProps = {
  readonly batchId: string;
  readonly result: PayoutResult;
  readonly onClose: () => void;
};

const openItems = { sort: "sequence", limit: 100, count: "none" } as const;

/** Chooses the payment that a row of PayPal's report is about. */
export function MatchDialog({ batchId, result, onClose }: MatchDialogProps) {
  const t = useMessages("payouts");
  const language = useLanguage();
  const toast = useToast();
  const [itemId, setItemId] = useState<string | null>(null);
  const { data } = useRead(payouts.items, { id: batchId, ...openItems, status: ["sent"] });
  const write = useWrite(payouts.match, { refreshes: [payouts.get, payouts.list, payouts.items, payouts.results] });
  const { amountMinor, currency } = result;
  // Another amount would be refused.
  const fitting = (data?.rows ?? []).filter(
    (item) =>
      (amountMinor === null || item.amountMinor === amountMinor) && (currency === null || item.currency === currency),
  );
  return (
    <ReasonDialog
      title={t("match.title")}
      text={t("match.text", { reference: result.customerRef ?? result.transactionId })}
      confirmLabel={t("match.button")}
      reasonMax={cashbackLimits.reason}
      isReady={itemId !== null}
      isPending={write.isPending}
      error={write.error}
      onConfirm={(reason) =>
        itemId !== null &&
        write.mutate(
          { id: result.id, itemId, reason },
          {
            onSuccess: () => {
              toast({ text: t("match.done") });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {data && fitting.length === 0 ? (
        <p>{t("match.none")}</p>
      ) : (
        <Select
          required
          searchable
          label={t("match.payment")}
          data={fitting.map((item) => ({
            value: item.id,
            label: `${item.member} · ${item.recipient} · ${minorText(language, item.amountMinor, item.currency)}`,
          }))}
          allowDeselect={false}
          value={itemId}
          onChange={setItemId}
        />
      )}
    </ReasonDialog>
  );
}
