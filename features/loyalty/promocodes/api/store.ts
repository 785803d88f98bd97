import { eq, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { isReachable } from "#api/reachable.ts";
import { hasCode, type Searchable, searchedList } from "#api/searchable.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { readFigures, runStateOf } from "#features/loyalty/promocodes/api/service/figures.ts";
import { readLostCertificates } from "#features/loyalty/promocodes/api/service/lostCertificates.ts";
import { publishVersion } from "#features/loyalty/promocodes/api/service/versions.ts";
import {
  type CampaignRecord,
  campaignVersionsTable,
  campaignsTable as table,
} from "#features/loyalty/promocodes/api/tables.ts";
import {
  type Promocode,
  promocodeOperations,
  promocodeRefusals as refused,
  promocodes,
} from "#features/loyalty/promocodes/contract.ts";
import {
  promocodeStatusPermissions,
  type PromocodeTransition,
  type RunState,
} from "#features/loyalty/promocodes/contract/statuses.ts";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { isEditable, promocodeLifecycle } from "#features/loyalty/promocodes/lifecycle.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";

export const promocodeStore = recordStore({
  record: promocodeOperations,
  table,
  scope: { by: { brand: table.ownerBrandId } },
  searched: ["name", "nameI18n", "sharedCode"],
  sorts: {
    updatedAt: [table.updatedAt, table.id],
    name: [table.sortKey, table.id],
    code: [table.number],
  },
  filters: {
    runState: (states: RunState[], ctx: Ctx) => sql`${runStateOf(ctx)} = any(${`{${states.join(",")}}`}::text[])`,
    ownerBrand: (brands: string[]) => isAnyOf(table.ownerBrandId, brands),
  },
  list: { spellSearch: (typed) => typed.replaceAll(/\bPROMO-(?=\d)/gi, " ") },
  unique: { campaigns__shared_code_key: ["sharedCode", refused.shared_code_taken] },
  idTaken: refused.promocode_id_taken,
  // Redemptions read the row while it changes.
  rowLock: "no key update",
  requireEditable: (record) => {
    if (!isEditable(record)) throw refused.promocode_not_editable();
  },
  derive: async (ctx, values, before) => {
    requireSameBasis(values, before);
    const { ownerBrandId, sharedCode, terms } = values;
    if (ownerBrandId !== null && ownerBrandId !== before?.ownerBrandId) await requireBrand(ctx, ownerBrandId);
    const { startsAt, endsAt } = terms.window;
    return {
      sharedCodeKey: sharedCode === null ? null : codeKey(sharedCode),
      // Those of the live version stay until the next one is approved.
      ...((before?.liveVersion ?? null) === null ? { currency: terms.currency, startsAt, endsAt } : {}),
    };
  },
  computed: readFigures,
  computedOf,
});

export const promocodeTransitions = recordTransitions(promocodeStore, promocodeLifecycle, {
  label: ({ code, name }) => `${code} ${name}`,
  permissions: promocodeStatusPermissions,
  // The table wants a live version of every approved promocode, so it is written before the status.
  guard: async (ctx, records, to) => {
    if (to === "approved") for (const record of records) await publishVersion(ctx, record);
    return new Map();
  },
  invalid: refused.invalid_promocode_step,
  blocked: refused.promocode_step_blocked,
});

export const searchablePromocodes: Searchable = {
  resource: "promocodes",
  list: (ctx) => searchedList(ctx, promocodeStore.list),
  operation: promocodes.list,
  title: table.name,
  titleI18n: table.nameI18n,
  titleKey: table.sortKey,
  subtitle: table.code,
  exactly: hasCode(table.number, "promo"),
  url: (id) => `/apps/promocode/promocodes/${id}`,
};

/** Refuses with `promocode_not_live` before the first approval and in the archive. */
export const pausePromocode = (ctx: Ctx, { source, ...input }: Input<typeof promocodes.pause>): Promise<Promocode> =>
  setPause(ctx, input, source);

/** Resumes a promocode, whoever paused it. Refuses as the pause does. */
export const resumePromocode = (ctx: Ctx, input: Input<typeof promocodes.resume>): Promise<Promocode> =>
  setPause(ctx, input, null);

const setPause = (
  ctx: Ctx,
  { id, version, reason }: Input<typeof promocodes.resume>,
  pauseSource: CampaignRecord["pauseSource"],
): Promise<Promocode> =>
  inTransaction(ctx, async (inner) => {
    const before = await promocodeStore.lock(inner, { id, version });
    if (before.liveVersion === null || before.status === "archived") throw refused.promocode_not_live();
    if (before.pauseSource !== pauseSource) {
      const columns = { pauseSource, pauseReason: pauseSource === null ? null : reason };
      const why = { action: pauseSource === null ? "resume" : "pause", reason };
      await promocodeStore.set(inner, [before], columns, () => why);
    }
    return promocodeStore.answer(inner, await promocodeStore.lock(inner, { id }));
  });

async function computedOf(ctx: Ctx, record: CampaignRecord): Promise<Omit<Promocode, keyof CampaignRecord>> {
  const figures = (await readFigures(ctx, [record.id]))(record.id)!;
  const transitions = await promocodeTransitions.of(ctx, record);
  const liveTerms = await readLiveTerms(ctx, record);
  const isRunning = figures.runState !== null && figures.runState !== "ended";
  return {
    ...figures,
    liveTerms,
    lostCertificates: liveTerms !== null && isRunning ? await readLostCertificates(ctx, liveTerms) : null,
    allowedTransitions: transitions.map(({ to, needsReason = false, blockers }) => ({
      to,
      isAllowed: blockers.length === 0,
      needsReason,
      blockers: blockers as PromocodeTransition["blockers"],
    })),
  };
}

async function readLiveTerms(ctx: Ctx, { id, liveVersion }: CampaignRecord): Promise<Promocode["liveTerms"]> {
  if (liveVersion === null) return null;
  const { campaignId, number, terms } = campaignVersionsTable;
  const isLive: SQL = sql`${eq(campaignId, id)} and ${eq(number, liveVersion)}`;
  const [found] = await ctx.db.select({ terms }).from(campaignVersionsTable).where(isLive);
  return found?.terms ?? null;
}

/**
 * What has been used is counted in one currency, for one brand, and a change of how codes are entered would apply
 * before its approval. Refuses with `invalid_input`.
 */
function requireSameBasis(after: PromocodeInput, before: CampaignRecord | null): void {
  if (before === null || before.liveVersion === null) return;
  const fixed = [
    ["codeMode", after.codeMode !== before.codeMode],
    ["ownerBrandId", after.ownerBrandId !== before.ownerBrandId],
    ["terms.currency", after.terms.currency !== before.currency],
  ] as const;
  const errors = fixed.flatMap(([path, isChanged]) =>
    isChanged ? [{ path, code: "fixed_once_live", message: "This can’t change once the promocode was approved." }] : [],
  );
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}

/** Refuses with `owner_brand_unavailable`, also for a brand that the caller may not see. */
async function requireBrand(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db
    .select({ status: brandsTable.status })
    .from(brandsTable)
    .where(eq(brandsTable.id, id))
    .for("key share");
  const isThere = found[0] !== undefined && found[0].status !== "archived";
  if (isThere && (await isReachable(ctx, brandStore.scopedRows, id))) return;
  const { code, message } = refused.owner_brand_unavailable();
  throw refused.owner_brand_unavailable({}, [{ path: "ownerBrandId", code, message }]);
}
