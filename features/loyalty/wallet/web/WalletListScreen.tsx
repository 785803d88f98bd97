import { type WalletRow, wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { WalletTabs } from "#features/loyalty/wallet/web/WalletTabs.tsx";
import { minorText } from "#web/record/minorText.ts";
import { defineList, type Draw } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";

type Cell = Draw<WalletRow, MessageKey<"wallet">>;

const frozen: Cell = ({ isFrozen }, { t }) => isFrozen && <StatusBadge tone="warn">{t("frozen")}</StatusBadge>;
const available: Cell = ({ availableMinor, currency }, { language }) => minorText(language, availableMinor, currency);

const list = defineList({
  name: "wallet",
  operation: wallets.list,
  path: "/apps/e-wallet/wallets",
  nameOf: ({ member }) => member,
  columns: [
    { id: "member", cell: ({ member }) => <bdi>{member}</bdi> },
    { id: "currency", isQuiet: true, cell: ({ currency }) => currency },
    {
      id: "pending",
      isFigure: true,
      cell: ({ pendingMinor, currency }, { language }) => minorText(language, pendingMinor, currency),
    },
    { id: "available", isFigure: true, sort: "available", firstDirection: "desc", cell: available },
    {
      id: "held",
      isFigure: true,
      cell: ({ heldMinor, currency }, { language }) => minorText(language, heldMinor, currency),
    },
    {
      id: "owed",
      isFigure: true,
      cell: ({ owedMinor, currency }, { language }) => minorText(language, owedMinor, currency),
    },
    { id: "frozen", cell: frozen },
  ],
  card: { facts: (row, context) => [available(row, context)], mark: frozen },
  filters: [
    { kind: "flag", name: "isFrozen" },
    { kind: "flag", name: "isOwing" },
  ],
  views: [
    { id: "frozen", filters: { isFrozen: true } },
    { id: "owing", filters: { isOwing: true } },
  ],
  sorts: ["available"],
  initialOrder: { sort: "available", direction: "desc" },
});

/** Members' wallets, one row for each currency. */
export const WalletListScreen = () => <RecordList list={list} above={<WalletTabs />} />;
