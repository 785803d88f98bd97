import { ledgerMessages } from "#features/loyalty/ledger/adjustments/web/withLedgerMessages.ts";
import type messages from "#features/loyalty/ledger/adjustments/web/messages.en.json";
import type ledgerTable from "#features/loyalty/ledger/web/messages.en.json";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    adjustments: typeof messages;
    ledger: typeof ledgerTable;
  }
}

const open = () => import("#features/loyalty/ledger/web/screenRoutes.ts");

export const ledgerScreens: Screens = {
  name: "ledger",
  messages: ledgerMessages,
  routes: lazyRoutes(
    [
      "/apps/e-wallet/ledger",
      "/apps/e-wallet/ledger/$transactionId",
      "/apps/e-wallet/ledger/accounts/$accountId",
      "/apps/e-wallet/proof",
    ],
    async () => (await open()).ledgerRoutes,
  ),
};

export const adjustmentScreens: Screens = {
  name: "adjustments",
  messages: {
    en: () => import("#features/loyalty/ledger/adjustments/web/messages.en.json"),
    ar: () => import("#features/loyalty/ledger/adjustments/web/messages.ar.json"),
  },
  routes: lazyRoutes(
    ["/apps/e-wallet/adjustments", "/apps/e-wallet/adjustments/new", "/apps/e-wallet/adjustments/$adjustmentId"],
    async () => (await open()).adjustmentRoutes,
  ),
};
