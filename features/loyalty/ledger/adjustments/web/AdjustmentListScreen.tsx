import { adjustmentStatuses } from "#features/loyalty/ledger/contract/accounts.ts";
import { type Adjustment, ledgerAdjustments } from "#features/loyalty/ledger/contract/adjustments.ts";
import { adjustmentTones } from "#features/loyalty/ledger/adjustments/web/useAdjustmentTexts.ts";
import { LedgerTabs } from "#features/loyalty/ledger/web/LedgerTabs.tsx";
import { adjustmentsPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { formatDateTime } from "#web/formats.ts";
import { defineList, type Draw } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { textWidth } from "#web/list/widthLimits.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { minorText } from "#web/record/minorText.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";

type Cell = Draw<Adjustment, MessageKey<"adjustments">>;

const statusBadge: Cell = ({ status }, { t }) => (
  <StatusBadge tone={adjustmentTones[status]}>{t(`status.${status}`)}</StatusBadge>
);
const amount: Cell = ({ amountMinor, currency }, { language }) => minorText(language, amountMinor, currency);

const list = defineList({
  name: "adjustments",
  operation: ledgerAdjustments.list,
  path: adjustmentsPath,
  nameOf: ({ code }) => code,
  columns: [
    { id: "code", cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
    { id: "kind", cell: ({ kind }, { t }) => t(`kind.${kind}`) },
    { id: "amount", isFigure: true, cell: amount },
    { id: "reason", width: textWidth, cell: ({ reason }) => <bdi>{reason}</bdi> },
    {
      id: "createdBy",
      width: textWidth,
      cell: ({ createdByName }) => createdByName && <bdi>{createdByName}</bdi>,
    },
    {
      id: "createdAt",
      sort: "createdAt",
      firstDirection: "desc",
      cell: ({ createdAt }, { language }) => formatDateTime(language, createdAt),
    },
    {
      id: "decidedBy",
      width: textWidth,
      isHidden: true,
      cell: ({ decidedByName }) => decidedByName && <bdi>{decidedByName}</bdi>,
    },
    { id: "status", cell: statusBadge },
  ],
  card: {
    facts: (row, context) => [
      <>
        {context.t(`kind.${row.kind}`)} · {amount(row, context)}
      </>,
      <bdi key="reason">{row.reason}</bdi>,
    ],
    mark: statusBadge,
  },
  filters: [
    { kind: "choice", name: "status", codes: adjustmentStatuses },
    { kind: "choice", name: "kind", codes: ["adjustment", "reversal"] },
  ],
  views: adjustmentStatuses.map((status) => ({ id: status, filters: { status: [status] } })),
  sorts: ["createdAt"],
  initialOrder: { sort: "createdAt", direction: "desc" },
  read: ledgerAdjustments.get,
  create: ledgerAdjustments.create,
});

/** Adjustments and reversals, with what waits for another person first to hand. */
export const AdjustmentListScreen = () => <RecordList list={list} above={<LedgerTabs />} />;
