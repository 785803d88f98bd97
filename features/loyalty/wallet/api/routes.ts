import { hourMs, minuteMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { importTemplate } from "#api/importTemplate.ts";
import { noticeJob } from "#api/notices.ts";
import { type Feature, serve } from "#api/serve.ts";
import { seedPayouts, seedWallet } from "#features/loyalty/wallet/api/seed.ts";
import { resultsImporter } from "#features/loyalty/wallet/api/import.ts";
import {
  approveBatch,
  cancelBatch,
  createBatch,
  exportBatch,
  getBatch,
  listBatches,
  lockBatch,
  submitBatch,
} from "#features/loyalty/wallet/api/service/batches.ts";
import {
  decideMany,
  decisionKind,
  previewDecision,
  runDecisions,
} from "#features/loyalty/wallet/api/service/bulkDecisions.ts";
import {
  cashbackRows,
  decide,
  exportCashback,
  getCashback,
  listCashback,
} from "#features/loyalty/wallet/api/service/cashback.ts";
import { earn } from "#features/loyalty/wallet/api/service/earn.ts";
import { fundingRows, getFunding, topUp, updateAgreement } from "#features/loyalty/wallet/api/service/brandFunding.ts";
import {
  composeLowFunding,
  lowFundingNotices,
  warnLowFunding,
} from "#features/loyalty/wallet/api/service/lowFunding.ts";
import { exportStatement, readStatement, statementRows } from "#features/loyalty/wallet/api/service/ownerStatements.ts";
import { getOverview } from "#features/loyalty/wallet/api/service/overview.ts";
import { payoutCsv, sealedFiles } from "#features/loyalty/wallet/api/service/payoutFiles.ts";
import {
  cancelRequest,
  getRequest,
  requestPayout,
  setPayoutMethod,
} from "#features/loyalty/wallet/api/service/payoutMethods.ts";
import { methodEmailKind, sendMethodEmail } from "#features/loyalty/wallet/api/service/methodEmails.ts";
import { sealedRecipients } from "#features/loyalty/wallet/api/service/recipients.ts";
import { followMerges } from "#features/loyalty/wallet/api/service/memberChanges.ts";
import { listItems, listResults, matchResult, returnUnclaimed } from "#features/loyalty/wallet/api/service/results.ts";
import { readSettings, updateSettings } from "#features/loyalty/wallet/api/service/settings.ts";
import { confirmDue, expireLots } from "#features/loyalty/wallet/api/service/statements.ts";
import { fundTrackedCashback } from "#features/loyalty/wallet/api/service/tracked.ts";
import {
  freeze,
  getWallet,
  listLots,
  listTransactions,
  listWallets,
  spend,
} from "#features/loyalty/wallet/api/service/wallets.ts";
import { walletMenu } from "#features/loyalty/wallet/contract.ts";
import { cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { loyaltySettings } from "#features/loyalty/wallet/contract/settings.ts";
import { statements } from "#features/loyalty/wallet/contract/statements.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";

/** The most that one transaction of a job changes. */
const most = 200;

/** A job that goes on while there is more, each time in a transaction of its own. */
const inSteps =
  (step: (ctx: Ctx, most: number) => Promise<number>) =>
  async (ctx: Ctx): Promise<"again" | "done"> =>
    (await inTransaction(ctx, (inner) => step(inner, most))) === most ? "again" : "done";

export const walletFeature: Feature = {
  routes: [
    ...serve(cashback, {
      list: listCashback,
      exportCsv: exportCashback,
      get: getCashback,
      earn,
      confirm: decide("confirm"),
      decline: decide("decline"),
      hold: decide("hold"),
      release: decide("release"),
      reverse: decide("reverse"),
      previewDecision,
      decideMany,
    }),
    ...serve(wallets, {
      list: listWallets,
      get: getWallet,
      lots: listLots,
      transactions: listTransactions,
      spend,
      freeze,
      setPayoutMethod,
      requestPayout,
      getRequest,
      cancelRequest,
    }),
    ...serve(payouts, {
      list: listBatches,
      get: getBatch,
      items: listItems,
      results: listResults,
      create: createBatch,
      lock: lockBatch,
      approve: approveBatch,
      export: exportBatch,
      submit: submitBatch,
      cancel: cancelBatch,
      match: matchResult,
      importTemplate: async () => importTemplate(resultsImporter),
      csv: payoutCsv,
    }),
    ...serve(funding, { get: getFunding, topUp, updateAgreement }),
    ...serve(loyaltySettings, { get: readSettings, update: updateSettings }),
    ...serve(statements, { get: readStatement, exportCsv: exportStatement }),
    ...serve(overview, { get: getOverview }),
  ],
  menu: [walletMenu],
  scopedRows: [cashbackRows, fundingRows, statementRows],
  live: [
    { resource: "cashback", read: cashback.get, rows: cashbackRows },
    { resource: "wallets", read: wallets.get },
    { resource: "payouts", read: payouts.get },
    { resource: "funding", read: funding.get, rows: fundingRows },
    { resource: "loyaltySettings", read: loyaltySettings.get },
  ],
  importers: [resultsImporter],
  sealed: [...sealedRecipients, ...sealedFiles],
  seed: seedWallet,
  seedEncrypted: seedPayouts,
  jobs: [
    { kind: "cashback.confirm", lane: "recurring", run: inSteps(confirmDue), everyMs: minuteMs },
    { kind: "cashback.expire", lane: "recurring", run: inSteps(expireLots), everyMs: hourMs },
    { kind: decisionKind, lane: "bulk", run: runDecisions },
    { kind: "cashback.fund", lane: "recurring", run: fundTrackedCashback, everyMs: minuteMs },
    { kind: "funding.warn", lane: "recurring", run: warnLowFunding, everyMs: 5 * minuteMs },
    noticeJob(lowFundingNotices, composeLowFunding),
    { kind: "wallets.followMerges", lane: "recurring", run: followMerges, everyMs: minuteMs },
    { kind: methodEmailKind, lane: "notices", run: sendMethodEmail },
    { kind: "payouts.returnUnclaimed", lane: "recurring", run: inSteps(returnUnclaimed), everyMs: hourMs },
  ],
};
