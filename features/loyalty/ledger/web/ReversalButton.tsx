import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { ledgerAdjustments, reasonMax } from "#features/loyalty/ledger/contract/adjustments.ts";
import { ledger, type LedgerTransactionDetails } from "#features/loyalty/ledger/contract.ts";
import { adjustmentsPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { newId } from "#web/newId.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { IconArrowBackUp } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);

/** Asks for the transaction to be reversed: another person approves it among the adjustments. */
export function ReversalButton({ transaction }: { readonly transaction: LedgerTransactionDetails }) {
  const t = useMessages("ledger");
  const can = useCan();
  const [isAsking, setAsking] = useState(false);
  if (!transaction.isReversible || !can(ledgerAdjustments.createReversal)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t("reversal.button")}
      </Button>
      <Suspense>{isAsking && <ReversalDialog transaction={transaction} onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}

type ReversalDialogProps = { readonly transaction: LedgerTransactionDetails; readonly onClose: () => void };

function ReversalDialog({ transaction: { id: transactionId, number }, onClose }: ReversalDialogProps) {
  const t = useMessages("ledger");
  const toast = useToast();
  const router = useRouter();
  const [id] = useState(newId);
  const write = useWrite(ledgerAdjustments.createReversal, { refreshes: [ledgerAdjustments.list, ledger.get] });
  return (
    <ReasonDialog
      title={t("reversal.title", { number })}
      text={t("reversal.text")}
      confirmLabel={t("reversal.confirm")}
      reasonMax={reasonMax}
      isPending={write.isPending}
      error={write.error}
      onConfirm={(reason) =>
        write.mutate(
          { transactionId, id, reason },
          {
            onSuccess: () => {
              toast({ text: t("reversal.done", { number }) });
              void router.navigate({ to: `${adjustmentsPath}/${id}` });
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
