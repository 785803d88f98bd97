import { cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { loyaltySettings } from "#features/loyalty/wallet/contract/settings.ts";
import { statements } from "#features/loyalty/wallet/contract/statements.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { withWalletMessages } from "#features/loyalty/wallet/payouts/web/withWalletMessages.ts";
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
      withRecordMessages(
        import("#features/loyalty/wallet/web/FundingScreen.tsx").then((module) => module.FundingScreen),
      ),
  },
} satisfies Record<string, LazyRoute>;

export const cashbackRoutes = {
  "/apps/e-wallet/cashback": {
    needs: cashback.list,
    load: () =>
      withWalletMessages(
        withListMessages(
          import("#features/loyalty/wallet/cashback/web/CashbackListScreen.tsx").then(
            (module) => module.CashbackListScreen,
          ),
        ),
      ),
  },
  "/apps/e-wallet/cashback/$cashbackId": {
    needs: cashback.get,
    load: () =>
      withWalletMessages(
        withRecordMessages(
          import("#features/loyalty/wallet/cashback/web/CashbackScreen.tsx").then((module) => module.CashbackScreen),
        ),
      ),
  },
} satisfies Record<string, LazyRoute>;

export const payoutRoutes = {
  "/apps/e-wallet/payouts": {
    needs: payouts.list,
    load: () =>
      withWalletMessages(
        withListMessages(
          import("#features/loyalty/wallet/payouts/web/PayoutListScreen.tsx").then((module) => module.PayoutListScreen),
        ),
      ),
  },
  "/apps/e-wallet/payouts/$payoutId": {
    needs: payouts.get,
    load: () =>
      withWalletMessages(
        withRecordMessages(
          import("#features/loyalty/wallet/payouts/web/PayoutScreen.tsx").then((module) => module.PayoutScreen),
        ),
      ),
  },
} satisfies Record<string, LazyRoute>;

export const statementRoutes = {
  "/apps/e-wallet/statements": {
    needs: statements.get,
    load: () =>
      withWalletMessages(
        withListMessages(
          import("#features/loyalty/wallet/statements/web/StatementsScreen.tsx").then(
            (module) => module.StatementsScreen,
          ),
        ),
      ),
  },
} satisfies Record<string, LazyRoute>;

export const settingRoutes = {
  "/apps/e-wallet/settings": {
    needs: loyaltySettings.get,
    load: () =>
      withWalletMessages(
        withRecordMessages(
          import("#features/loyalty/wallet/settings/web/SettingsScreen.tsx").then((module) => module.SettingsScreen),
        ),
      ),
  },
} satisfies Record<string, LazyRoute>;
