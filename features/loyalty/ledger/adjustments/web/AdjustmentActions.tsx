import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type Adjustment, ledgerAdjustments, reasonMax } from "#features/loyalty/ledger/contract/adjustments.ts";
import { ledger } from "#features/loyalty/ledger/contract.ts";
import { useWrite } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { useCan, useSignedInUser } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconCheck, IconX } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);

const refreshes = [ledgerAdjustments.get, ledgerAdjustments.list, ledger.list, ledger.get, ledger.statement];

/** Approve or reject what another person asked for, or withdraw what one asked for oneself. */
export function AdjustmentActions({ adjustment }: { readonly adjustment: Adjustment }) {
  const can = useCan();
  const user = useSignedInUser();
  if (adjustment.status !== "pending_approval") return null;
  if (adjustment.createdBy === user?.userId)
    return can(ledgerAdjustments.withdraw) ? <WithdrawButton adjustment={adjustment} /> : null;
  return can(ledgerAdjustments.approve) ? <DecisionButtons adjustment={adjustment} /> : null;
}

function WithdrawButton({ adjustment: { id, code } }: { readonly adjustment: Adjustment }) {
  const t = useMessages("adjustments");
  const toast = useToast();
  const write = useWrite(ledgerAdjustments.withdraw, { refreshes });
  const handleClick = () =>
    write.mutate(
      { id },
      {
        onSuccess: () => toast({ text: t("done.withdrawn", { code }) }),
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  return (
    <Button variant="default" loading={write.isPending} onClick={handleClick}>
      {t("withdraw")}
    </Button>
  );
}

function DecisionButtons({ adjustment }: { readonly adjustment: Adjustment }) {
  const t = useMessages("adjustments");
  const language = useLanguage();
  const toast = useToast();
  const confirm = useConfirm();
  const [isRejecting, setRejecting] = useState(false);
  const approval = useWrite(ledgerAdjustments.approve, { refreshes });
  const rejection = useWrite(ledgerAdjustments.reject, { refreshes });
  const { id, code, amountMinor, currency } = adjustment;
  const handleApprove = async () => {
    const question = {
      title: t("approve.title", { code }),
      text: t("approve.text", { amount: minorText(language, amountMinor, currency) }),
      confirmLabel: t("approve.button"),
    };
    if (!(await confirm(question))) return;
    approval.mutate(
      { id },
      {
        onSuccess: () => toast({ text: t("done.approved", { code }) }),
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  };
  const handleReject = (reason: string) =>
    rejection.mutate(
      { id, reason },
      {
        onSuccess: () => {
          toast({ text: t("done.rejected", { code }) });
          setRejecting(false);
        },
      },
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
        onClick={() => setRejecting(true)}
      >
        {t("reject.button")}
      </Button>
      <Button
        leftSection={<IconCheck size={18} stroke={1.75} aria-hidden />}
        loading={approval.isPending}
        onClick={() => void handleApprove()}
      >
        {t("approve.button")}
      </Button>
      <Suspense>
        {isRejecting && (
          <ReasonDialog
            title={t("reject.title", { code })}
            text={t("reject.text")}
            confirmLabel={t("reject.button")}
            reasonMax={reasonMax}
            isDangerous
            isPending={rejection.isPending}
            error={rejection.error}
            onConfirm={handleReject}
            onClose={() => setRejecting(false)}
          />
        )}
      </Suspense>
    </>
  );
}
