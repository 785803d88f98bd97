import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { loyaltySettings } from "#features/loyalty/wallet/contract/settings.ts";
import { type PayoutBatch, payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { batchStatuses } from "#features/loyalty/wallet/rules/payouts.ts";
import { WalletTabs } from "#features/loyalty/wallet/web/WalletTabs.tsx";
import { batchTones } from "#features/loyalty/wallet/web/useWalletTexts.ts";
import { minorText } from "#web/record/minorText.ts";
import { formatDate, formatNumber } from "#web/formats.ts";
import { defineList, type Draw } from "#web/list/defineList.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { RecordList } from "#web/list/RecordList.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import { newId } from "#web/newId.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type Cell = Draw<PayoutBatch, MessageKey<"payouts">>;

const badge: Cell = ({ status }, { t }) => <StatusBadge tone={batchTones[status]}>{t(`status.${status}`)}</StatusBadge>;
const total: Cell = ({ totalMinor, currency }, { language }) => minorText(language, totalMinor, currency);

const list = defineList({
  name: "payouts",
  operation: payouts.list,
  path: "/apps/e-wallet/payouts",
  nameOf: ({ code }) => code,
  columns: [
    { id: "code", cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
    { id: "items", isFigure: true, cell: ({ items }, { language }) => formatNumber(language, items) },
    { id: "total", isFigure: true, cell: total },
    {
      id: "createdAt",
      sort: "createdAt",
      firstDirection: "desc",
      cell: ({ createdAt }, { language }) => formatDate(language, createdAt),
    },
    { id: "status", cell: badge },
  ],
  card: { facts: (row, context) => [total(row, context)], mark: badge },
  filters: [{ kind: "choice", name: "status", codes: batchStatuses }],
  views: [
    { id: "toApprove", filters: { status: ["locked"] } },
    { id: "submitted", filters: { status: ["submitted", "partially_reconciled"] } },
  ],
  sorts: ["createdAt"],
  initialOrder: { sort: "createdAt", direction: "desc" },
  read: payouts.get,
});

/** Payout batches. */
export function PayoutListScreen() {
  const t = useMessages("payouts");
  return (
    <RecordList
      list={list}
      above={<WalletTabs />}
      keepsActions
      actions={
        <>
          <ImportButton operation={payouts.importTemplate} to="/apps/import/payouts" label={t("importResults")} />
          <CreateButton />
        </>
      }
    />
  );
}

/** Creates a draft of what members requested, in the platform's currency, and opens it. */
function CreateButton() {
  const t = useMessages("payouts");
  const can = useCan();
  const toast = useToast();
  const navigate = useNavigate();
  const mayCreate = can(payouts.create) && can(loyaltySettings.get);
  const { data } = useRead(loyaltySettings.get, {}, { isEnabled: mayCreate });
  const write = useWrite(payouts.create, { refreshes: [payouts.list] });
  if (!mayCreate) return null;
  const currency = data?.platformCurrency;
  return (
    <Button
      disabled={currency === undefined}
      loading={write.isPending}
      onClick={() =>
        currency &&
        write.mutate(
          { id: newId(), currency, source: "requests" },
          {
            onSuccess: ({ id }) => void navigate({ to: `/apps/e-wallet/payouts/${id}` }),
            onError: (error) => toast({ variant: "error", text: textOf(error) }),
          },
        )
      }
    >
      {t("create", { currency: currency ?? "…" })}
    </Button>
  );
}
