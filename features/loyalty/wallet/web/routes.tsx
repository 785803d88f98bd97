import type walletMessages from "#features/loyalty/wallet/web/messages.en.json";
import type cashbackMessages from "#features/loyalty/wallet/cashback/web/messages.en.json";
import type payoutMessages from "#features/loyalty/wallet/payouts/web/messages.en.json";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    wallet: typeof walletMessages;
    cashback: typeof cashbackMessages;
    payouts: typeof payoutMessages;
  }
}

const open = () => import("#features/loyalty/wallet/web/screenRoutes.ts");

export const walletScreens: Screens = {
  name: "wallet",
  messages: {
    en: () => import("#features/loyalty/wallet/web/messages.en.json"),
    ar: () => import("#features/loyalty/wallet/web/messages.ar.json"),
  },
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
