import { cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";

export const walletRoutes = {
  "/apps/e-wallet": {
    needs: overview.get,
    load: () =>
      withListMessages(
        import("#features/loyalty/wallet/web/OverviewScreen.tsx").then((module) => module.OverviewScreen),
      ),
  },
  "/apps/e-wallet/wallets": {
    needs: wallets.list,
    load: () =>
      withListMessages(
        import("#features/loyalty/wallet/web/WalletListScreen.tsx").then((module) => module.WalletListScreen),
      ),
  },
  "/apps/e-wallet/wallets/$walletId": {
    needs: wallets.get,
    load: () =>
      withRecordMessages(import("#features/loyalty/wallet/web/WalletScreen.tsx").then((module) => module.WalletScreen)),
  },
  "/apps/e-wallet/funding/$brandId": {
    needs: funding.get,
    load: () =>
      withListMessages(import("#features/loyalty/wallet/web/FundingScreen.tsx").then((module) => module.FundingScreen)),
  },
} satisfies Record<string, LazyRoute>;

export const cashbackRoutes = {
  "/apps/e-wallet/cashback": {
    needs: cashback.list,
    load: () =>
      withListMessages(
        import("#features/loyalty/wallet/cashback/web/CashbackListScreen.tsx").then(
          (module) => module.CashbackListScreen,
        ),
      ),
  },
  "/apps/e-wallet/cashback/$cashbackId": {
    needs: cashback.get,
    load: () =>
      withRecordMessages(
        import("#features/loyalty/wallet/cashback/web/CashbackScreen.tsx").then((module) => module.CashbackScreen),
      ),
  },
} satisfies Record<string, LazyRoute>;

export const payoutRoutes = {
  "/apps/e-wallet/payouts": {
    needs: payouts.list,
    load: () =>
      withListMessages(
        import("#features/loyalty/wallet/payouts/web/PayoutListScreen.tsx").then((module) => module.PayoutListScreen),
      ),
  },
  "/apps/e-wallet/payouts/$payoutId": {
    needs: payouts.get,
    load: () =>
      withRecordMessages(
        import("#features/loyalty/wallet/payouts/web/PayoutScreen.tsx").then((module) => module.PayoutScreen),
      ),
  },
} satisfies Record<string, LazyRoute>;
