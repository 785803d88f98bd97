import { type Feature, serve } from "#api/serve.ts";
import { ledgerJobs } from "#features/loyalty/ledger/api/jobs.ts";
import { seedLedger } from "#features/loyalty/ledger/api/seed.ts";
import { listAccounts, listBalances, readStatement } from "#features/loyalty/ledger/api/service/accounts.ts";
import {
  adjustmentRows,
  type AdjustmentRules,
  approveAdjustment,
  createAdjustment,
  createReversal,
  getAdjustment,
  listAdjustments,
  rejectAdjustment,
  withdrawAdjustment,
} from "#features/loyalty/ledger/api/service/adjustments.ts";
import type { LedgerLaw } from "#features/loyalty/ledger/api/service/laws.ts";
import { listProofs, verifyLedger } from "#features/loyalty/ledger/api/service/proof.ts";
import { transactionRows } from "#features/loyalty/ledger/api/service/scopes.ts";
import {
  exportTransactions,
  getTransaction,
  listTransactions,
} from "#features/loyalty/ledger/api/service/transactions.ts";
import { ledger } from "#features/loyalty/ledger/contract.ts";
import { ledgerAdjustments } from "#features/loyalty/ledger/contract/adjustments.ts";
import { ledgerProof } from "#features/loyalty/ledger/contract/proof.ts";

/** What an area above the ledger adds: its laws, and how adjustments concern what it keeps. */
export interface LedgerExtension extends Partial<AdjustmentRules> {
  readonly laws?: readonly LedgerLaw[];
}

const ownReversibleKinds = ["adjustment"];

export function ledgerFeature(extensions: readonly LedgerExtension[]): Feature {
  const laws = extensions.flatMap((extension) => extension.laws ?? []);
  const followers = extensions.flatMap(({ followMember }) => followMember ?? []);
  const rules: AdjustmentRules = {
    reversibleKinds: [...ownReversibleKinds, ...extensions.flatMap((extension) => extension.reversibleKinds ?? [])],
    ...(followers.length > 0 && {
      followMember: async (ctx, posted) => {
        for (const follow of followers) await follow(ctx, posted);
      },
    }),
  };
  return {
    routes: [
      ...serve(ledger, {
        list: listTransactions,
        exportCsv: exportTransactions,
        get: (ctx, input) => getTransaction(ctx, input, rules.reversibleKinds),
        balances: listBalances,
        accounts: listAccounts,
        statement: readStatement,
      }),
      ...serve(ledgerProof, { verify: (ctx) => verifyLedger(ctx, laws), proofs: listProofs }),
      ...serve(ledgerAdjustments, {
        list: listAdjustments,
        get: getAdjustment,
        create: (ctx, input) => createAdjustment(ctx, input, rules),
        createReversal: (ctx, input) => createReversal(ctx, input, rules),
        approve: (ctx, input) => approveAdjustment(ctx, input, rules),
        reject: rejectAdjustment,
        withdraw: withdrawAdjustment,
      }),
    ],
    scopedRows: [transactionRows, adjustmentRows],
    live: [
      { resource: "ledger", read: ledgerProof.proofs },
      { resource: "adjustments", read: ledgerAdjustments.get, rows: adjustmentRows },
    ],
    jobs: ledgerJobs(laws),
    seed: seedLedger,
  };
}
