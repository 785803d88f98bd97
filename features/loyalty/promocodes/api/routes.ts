import { dayMs, minuteMs, secondMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { noticeJob } from "#api/notices.ts";
import { type Feature, serve } from "#api/serve.ts";
import { seedPromocodes } from "#features/loyalty/promocodes/api/seed.ts";
import {
  cancelBatch,
  codeRows,
  createBatch,
  exportCodes,
  generateCodes,
  generateKind,
  listBatches,
} from "#features/loyalty/promocodes/api/service/batches.ts";
import {
  cancelForecast,
  forecastKind,
  getForecast,
  runForecast,
  startForecastOf,
} from "#features/loyalty/promocodes/api/service/forecasts.ts";
import { promocodesHome } from "#features/loyalty/promocodes/api/service/home.ts";
import { redeem, reserve, validate } from "#features/loyalty/promocodes/api/service/calls.ts";
import { closedRetailers, promocodeImpacts } from "#features/loyalty/promocodes/api/service/eventHandlers.ts";
import { commitLate } from "#features/loyalty/promocodes/api/service/lateRedemptions.ts";
import { listOfflineKeys, sealedOfflineKeys } from "#features/loyalty/promocodes/api/service/offlineKeys.ts";
import { closeOldLists, issueList } from "#features/loyalty/promocodes/api/service/offlineLists.ts";
import { findRedemptions, getRedemption } from "#features/loyalty/promocodes/api/service/redemptions.ts";
import { writeRefusals } from "#features/loyalty/promocodes/api/service/refusalCounts.ts";
import { commit, release } from "#features/loyalty/promocodes/api/service/reservations.ts";
import { rollback } from "#features/loyalty/promocodes/api/service/rollbacks.ts";
import { redemptionRows } from "#features/loyalty/promocodes/api/service/scopes.ts";
import { simulate } from "#features/loyalty/promocodes/api/service/simulation.ts";
import { expiredAtOnce, expireReservations } from "#features/loyalty/promocodes/api/service/statements.ts";
import { resolveAllWindows, sightingChanges } from "#features/loyalty/promocodes/api/service/windows.ts";
import {
  pausePromocode,
  promocodeStore,
  promocodeTransitions,
  resumePromocode,
  searchablePromocodes,
} from "#features/loyalty/promocodes/api/store.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import { promocodesMenu } from "#features/loyalty/promocodes/contract/menu.ts";
import { codeBatches } from "#features/loyalty/promocodes/contract/batches.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { offlineCalls } from "#features/loyalty/promocodes/contract/offline.ts";
import { forecasts } from "#features/loyalty/promocodes/contract/forecasts.ts";
import { simulations } from "#features/loyalty/promocodes/contract/simulation.ts";
import { promocodeDecisions } from "#features/loyalty/promocodes/contract/statuses.ts";
import { notifyOfLimits } from "#features/loyalty/promocodes/emails/api/limitNotices.ts";
import { composeNotice, promocodeNotices } from "#features/loyalty/promocodes/emails/api/notices.ts";
import { lostProducts } from "#features/loyalty/promocodes/emails/api/productNotices.ts";
import {
  previewRollback,
  rollbackKind,
  rollbackMany,
  runRollbacks,
} from "#features/loyalty/promocodes/redemptions/api/bulkRollback.ts";
import {
  exportRedemptions,
  listRedemptions,
  searchableRedemptions,
} from "#features/loyalty/promocodes/redemptions/api/list.ts";
import { readResults } from "#features/loyalty/promocodes/redemptions/api/results.ts";
import { readTrace } from "#features/loyalty/promocodes/redemptions/api/trace.ts";

/** Ends reservations whose time is over, so that others can use what they took. */
async function expire(ctx: Ctx): Promise<"again" | "done"> {
  const count = await inTransaction(ctx, (inner) => expireReservations(inner, expiredAtOnce));
  return count === expiredAtOnce ? "again" : "done";
}

export const promocodesFeature: Feature = {
  routes: [
    ...serve(promocodes, {
      ...promocodeStore.handlers,
      changeStatus: promocodeTransitions.change,
      pause: pausePromocode,
      resume: resumePromocode,
    }),
    ...serve(codeBatches, { list: listBatches, create: createBatch, cancel: cancelBatch, exportCsv: exportCodes }),
    ...serve(simulations, { simulate }),
    ...serve(forecasts, { get: getForecast, start: startForecastOf, cancel: cancelForecast }),
    ...serve(redemptionCalls, {
      validate,
      redeem,
      reserve,
      commit,
      release,
      rollback,
      get: getRedemption,
      find: findRedemptions,
    }),
    ...serve(redemptions, {
      list: listRedemptions,
      exportCsv: exportRedemptions,
      trace: readTrace,
      previewRollback,
      rollbackMany,
      results: readResults,
    }),
    ...serve(offlineCalls, { issue: issueList, keys: listOfflineKeys, commitLate }),
  ],
  menu: [promocodesMenu],
  scopedRows: [promocodeStore.scopedRows, codeRows, redemptionRows],
  live: [
    { resource: "promocodes", read: promocodes.get, rows: promocodeStore.scopedRows, scopeFields: ["ownerBrandId"] },
    { resource: "redemptions", read: redemptions.list, rows: redemptionRows },
  ],
  decisions: [promocodeDecisions],
  searchable: [searchablePromocodes, searchableRedemptions],
  home: promocodesHome,
  jobs: [
    { kind: "redemptions.expire", lane: "recurring", run: expire, everyMs: 5 * secondMs },
    { kind: "promocodes.closeOfflineLists", lane: "recurring", run: closeOldLists, everyMs: minuteMs },
    { kind: generateKind, lane: "bulk", run: generateCodes },
    { kind: rollbackKind, lane: "bulk", run: runRollbacks },
    { kind: "promocodes.writeRefusals", lane: "recurring", run: writeRefusals, everyMs: minuteMs },
    { kind: forecastKind, lane: "bulk", run: runForecast },
    { kind: "promocodes.resolveWindows", lane: "recurring", run: resolveAllWindows, everyMs: dayMs },
    { kind: "promocodes.notifyOfLimits", lane: "recurring", run: notifyOfLimits, everyMs: minuteMs },
    noticeJob(promocodeNotices, composeNotice),
  ],
  eventHandlers: [sightingChanges, promocodeImpacts, closedRetailers, lostProducts],
  sealed: [sealedOfflineKeys],
  seed: seedPromocodes,
};
