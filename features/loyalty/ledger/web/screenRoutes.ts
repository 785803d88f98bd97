import { ledger } from "#features/loyalty/ledger/contract.ts";
import { ledgerAdjustments } from "#features/loyalty/ledger/contract/adjustments.ts";
import { ledgerProof } from "#features/loyalty/ledger/contract/proof.ts";
import { withLedgerMessages } from "#features/loyalty/ledger/adjustments/web/withLedgerMessages.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";

export const ledgerRoutes = {
  "/apps/e-wallet/ledger": {
    needs: ledger.list,
    load: () =>
      withListMessages(
        import("#features/loyalty/ledger/web/LedgerListScreen.tsx").then((module) => module.LedgerListScreen),
      ),
  },
  "/apps/e-wallet/ledger/$transactionId": {
    needs: ledger.get,
    load: () =>
      withRecordMessages(
        import("#features/loyalty/ledger/web/TransactionScreen.tsx").then((module) => module.TransactionScreen),
      ),
  },
  "/apps/e-wallet/ledger/accounts/$accountId": {
    needs: ledger.statement,
    load: () => import("#features/loyalty/ledger/web/StatementScreen.tsx").then((module) => module.StatementScreen),
  },
  "/apps/e-wallet/proof": {
    needs: ledgerProof.proofs,
    load: () => import("#features/loyalty/ledger/web/ProofScreen.tsx").then((module) => module.ProofScreen),
  },
} satisfies Record<string, LazyRoute>;

export const adjustmentRoutes = {
  "/apps/e-wallet/adjustments": {
    needs: ledgerAdjustments.list,
    load: () =>
      withListMessages(
        import("#features/loyalty/ledger/adjustments/web/AdjustmentListScreen.tsx").then(
          (module) => module.AdjustmentListScreen,
        ),
      ),
  },
  "/apps/e-wallet/adjustments/new": {
    needs: ledgerAdjustments.create,
    load: () =>
      withLedgerMessages(
        withRecordMessages(
          import("#features/loyalty/ledger/adjustments/web/NewAdjustmentScreen.tsx").then(
            (module) => module.NewAdjustmentScreen,
          ),
        ),
      ),
  },
  "/apps/e-wallet/adjustments/$adjustmentId": {
    needs: ledgerAdjustments.get,
    load: () =>
      withLedgerMessages(
        withRecordMessages(
          import("#features/loyalty/ledger/adjustments/web/AdjustmentScreen.tsx").then(
            (module) => module.AdjustmentScreen,
          ),
        ),
      ),
  },
} satisfies Record<string, LazyRoute>;
