import { dayMs, secondMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
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
import { redeem, reserve, validate } from "#features/loyalty/promocodes/api/service/calls.ts";
import { findRedemptions, getRedemption } from "#features/loyalty/promocodes/api/service/redemptions.ts";
import { commit, release } from "#features/loyalty/promocodes/api/service/reservations.ts";
import { rollback } from "#features/loyalty/promocodes/api/service/rollbacks.ts";
import { redemptionRows } from "#features/loyalty/promocodes/api/service/scopes.ts";
import { expireReservations } from "#features/loyalty/promocodes/api/service/statements.ts";
import { resolveAllWindows, sightingChanges } from "#features/loyalty/promocodes/api/service/windows.ts";
import {
  pausePromocode,
  promocodeStore,
  promocodeTransitions,
  resumePromocode,
  searchablePromocodes,
} from "#features/loyalty/promocodes/api/store.ts";
import { promocodes, promocodesMenu } from "#features/loyalty/promocodes/contract.ts";
import { codeBatches } from "#features/loyalty/promocodes/contract/batches.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { promocodeDecisions } from "#features/loyalty/promocodes/contract/statuses.ts";

const expiredAtOnce = 200;

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
  ],
  menu: [promocodesMenu],
  scopedRows: [promocodeStore.scopedRows, codeRows, redemptionRows],
  decisions: [promocodeDecisions],
  searchable: [searchablePromocodes],
  jobs: [
    { kind: "redemptions.expire", lane: "recurring", run: expire, everyMs: 5 * secondMs },
    { kind: generateKind, lane: "bulk", run: generateCodes },
    { kind: "promocodes.resolveWindows", lane: "recurring", run: resolveAllWindows, everyMs: dayMs },
  ],
  eventHandlers: [sightingChanges],
  seed: seedPromocodes,
};
