import { type Cashback, cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { DecisionAmounts } from "#features/loyalty/wallet/cashback/web/DecisionAmounts.tsx";
import { cashbackStatuses } from "#features/loyalty/wallet/rules/cashback.ts";
import { WalletTabs } from "#features/loyalty/wallet/web/WalletTabs.tsx";
import { cashbackTones } from "#features/loyalty/wallet/web/useWalletTexts.ts";
import { minorText } from "#web/record/minorText.ts";
import { pickBrand, pickMember, pickRetailer } from "#features/loyalty/promocodes/web/usePickables.ts";
import { formatDate } from "#web/formats.ts";
import { defineList, type Draw } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { textWidth } from "#web/list/widthLimits.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { IconCheck, IconPlayerPause, IconPlayerPlay, IconX } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";

type Cell = Draw<Cashback, MessageKey<"cashback">>;

const badge: Cell = ({ status }, { t }) => (
  <StatusBadge tone={cashbackTones[status]}>{t(`status.${status}`)}</StatusBadge>
);
/** What is left, after what was reversed. */
const amount: Cell = ({ leftMinor, currency }, { language }) => minorText(language, leftMinor, currency);

const list = defineList({
  name: "cashback",
  operation: cashback.list,
  path: "/apps/e-wallet/cashback",
  nameOf: ({ orderRef }) => orderRef,
  columns: [
    { id: "orderRef", cell: ({ orderRef }) => <bdi dir="ltr">{orderRef}</bdi> },
    { id: "member", width: textWidth, cell: ({ member }) => <bdi>{member}</bdi> },
    { id: "brand", width: textWidth, cell: ({ brand }) => brand && <bdi>{brand}</bdi> },
    { id: "retailer", width: textWidth, cell: ({ retailer }) => <bdi>{retailer}</bdi> },
    { id: "amount", isFigure: true, cell: amount },
    {
      id: "createdAt",
      sort: "createdAt",
      firstDirection: "desc",
      cell: ({ createdAt }, { language }) => formatDate(language, createdAt),
    },
    { id: "dueAt", sort: "dueAt", cell: ({ dueAt }, { language }) => formatDate(language, dueAt) },
    { id: "status", cell: badge },
  ],
  card: { facts: (row, context) => [amount(row, context), <bdi key="member">{row.member}</bdi>], mark: badge },
  filters: [
    { kind: "choice", name: "status", codes: cashbackStatuses },
    { kind: "record", name: "brandId", source: pickBrand },
    { kind: "record", name: "retailerId", source: pickRetailer },
    { kind: "record", name: "memberId", source: pickMember },
  ],
  views: [
    { id: "pending", filters: { status: ["pending"] } },
    { id: "onHold", filters: { status: ["on_hold"] } },
    { id: "available", filters: { status: ["available"] } },
  ],
  sorts: ["createdAt", "dueAt"],
  initialOrder: { sort: "createdAt", direction: "desc" },
  read: cashback.get,
  bulk: {
    preview: cashback.previewDecision,
    apply: cashback.decideMany,
    actions: [
      { id: "confirm", icon: IconCheck, input: { action: "confirm" }, needsReason: true, Summary: DecisionAmounts },
      { id: "hold", icon: IconPlayerPause, input: { action: "hold" }, needsReason: true, Summary: DecisionAmounts },
      {
        id: "release",
        icon: IconPlayerPlay,
        input: { action: "release" },
        needsReason: true,
        Summary: DecisionAmounts,
      },
      {
        id: "decline",
        icon: IconX,
        input: { action: "decline" },
        isDangerous: true,
        needsReason: true,
        Summary: DecisionAmounts,
      },
    ],
    refreshes: [cashback.list, cashback.get, overview.get],
  },
});

/** Cashback of all members that the reader may see. */
export const CashbackListScreen = () => <RecordList list={list} above={<WalletTabs />} />;
