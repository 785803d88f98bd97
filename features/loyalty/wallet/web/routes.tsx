import type walletTable from "#features/loyalty/wallet/web/messages.en.json";
import type cashbackMessages from "#features/loyalty/wallet/cashback/web/messages.en.json";
import type payoutMessages from "#features/loyalty/wallet/payouts/web/messages.en.json";
import { walletMessages } from "#features/loyalty/wallet/payouts/web/withWalletMessages.ts";
import type settingMessages from "#features/loyalty/wallet/settings/web/messages.en.json";
import type statementMessages from "#features/loyalty/wallet/statements/web/messages.en.json";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    wallet: typeof walletTable;
    cashback: typeof cashbackMessages;
    payouts: typeof payoutMessages;
    statements: typeof statementMessages;
    loyaltySettings: typeof settingMessages;
  }
}

const open = () => import("#features/loyalty/wallet/web/screenRoutes.ts");

export const walletScreens: Screens = {
  name: "wallet",
  messages: walletMessages,
  routes: lazyRoutes(
    ["/apps/e-wallet", "/apps/e-wallet/wallets", "/apps/e-wallet/wallets/$walletId", "/apps/e-wallet/funding/$brandId"],
    async () => (await open()).walletRoutes,
  ),
};

export const cashbackScreens: Screens = {
  name: "cashback",
  messages: {
    en: () => import("#features/loyalty/wallet/cashback/web/messages.en.json"),
    ar: () => import("#features/loyalty/wallet/cashback/web/messages.ar.json"),
  },
  routes: lazyRoutes(
    ["/apps/e-wallet/cashback", "/apps/e-wallet/cashback/$cashbackId"],
    async () => (await open()).cashbackRoutes,
  ),
};

export const payoutScreens: Screens = {
  name: "payouts",
  messages: {
    en: () => import("#features/loyalty/wallet/payouts/web/messages.en.json"),
    ar: () => import("#features/loyalty/wallet/payouts/web/messages.ar.json"),
  },
  routes: lazyRoutes(
    ["/apps/e-wallet/payouts", "/apps/e-wallet/payouts/$payoutId"],
    async () => (await open()).payoutRoutes,
  ),
};

export const statementScreens: Screens = {
  name: "statements",
  messages: {
    en: () => import("#features/loyalty/wallet/statements/web/messages.en.json"),
    ar: () => import("#features/loyalty/wallet/statements/web/messages.ar.json"),
  },
  routes: lazyRoutes(["/apps/e-wallet/statements"], async () => (await open()).statementRoutes),
};

export const loyaltySettingScreens: Screens = {
  name: "loyaltySettings",
  messages: {
    en: () => import("#features/loyalty/wallet/settings/web/messages.en.json"),
    ar: () => import("#features/loyalty/wallet/settings/web/messages.ar.json"),
  },
  routes: lazyRoutes(["/apps/e-wallet/settings"], async () => (await open()).settingRoutes),
};
