import { and, eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals, type FieldError, type Refusal, type RefusalMaker } from "#base/refusal.ts";
import { searchKey, sortKey } from "#base/searchKey.ts";
import { changesBetween } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { hasOtherHolder } from "#api/decisions.ts";
import { recordEvents } from "#api/events.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { hasCode, type Searchable, searchedList } from "#api/searchable.ts";
import { today } from "#features/retail/retailers/record/api/day.ts";
import { enterChains, lockChains, moveChain, readDepthBelow } from "#features/retail/retailers/chains/api/chains.ts";
import { eventsOfEdit, retailerEvent } from "#features/retail/retailers/record/api/events.ts";
import { attachPictures } from "#features/retail/retailers/record/api/pictures.ts";
import { readRelated } from "#features/retail/retailers/record/api/relatedRecords.ts";
import { retailerRows, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { closureTable, type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { type Retailer, retailerOperations, retailers } from "#features/retail/retailers/contract.ts";
import {
  readComputed,
  retailerFilters,
  retailersByDistance,
  retailerSorts,
} from "#features/retail/retailers/record/api/list.ts";
import {
  type DuplicateDetails,
  type Transition,
  isFinal,
  retailerRefusals,
  retailerStatusPermissions,
} from "#features/retail/retailers/record/contract.ts";
import { impactFields, retailerFields, type RetailerInput } from "#features/retail/retailers/record/fields.ts";
import { retailerLifecycle } from "#features/retail/retailers/record/lifecycle.ts";
import { kycStatusOn } from "#features/retail/retailers/kyc/rules.ts";
import { type Candidate, toTransition } from "#features/retail/retailers/record/rules.ts";
import { holdRetailerType } from "#features/retail/retailer-types/api/store.ts";
import { retailerTypesTable } from "#features/retail/retailer-types/api/tables.ts";

export const retailerStore = recordStore({
  record: retailerOperations,
  table,
  scope: { by: retailerRows.by },
  // Its parts refer to it, and assignments: they need not wait until it was written.
  rowLock: "no key update",
  searched: ["tradingName", "tradingNameI18n", "legalName"],
  sorts: retailerSorts,
  filters: retailerFilters,
  from: retailersByDistance,
  list: {
    // The search key has the digits of a code only: with its letters in every row, "ret" would find them all.
    spellSearch: (typed) => typed.replaceAll(/\bRET-(?=\d)/gi, " "),
    unless: ({ status, ids }) => (status || ids ? undefined : sql`${table.status} not in ('closed', 'rejected')`),
    steady: ["status"],
    splitBy: "status",
  },
  unique: {
    retailers__gln_key: ["gln", retailerRefusals.duplicate_gln],
    retailers__registration_key: ["registrationNo", retailerRefusals.duplicate_registration],
  },
  idTaken: retailerRefusals.retailer_id_taken,
  duplicateOf: async (ctx, field, values) => ({ ...(await findHolder(ctx, field, values)) }),
  requireEditable: ({ status }) => {
    if (isFinal(status)) throw retailerRefusals.retailer_step_invalid({ from: status, to: status });
  },
  // A move of another chain holds this lock and waits for rows, so it comes before the row.
  lockFirst: async (ctx, { parentId }, isNew) => {
    if (parentId !== undefined && !(isNew && parentId === null)) await lockChains(ctx);
  },
  enter: (ctx, records) =>
    enterChains(
      ctx,
      records.map(({ id }) => id),
    ),
  computed: readComputed,
  computedOf: async (ctx, record) => {
    const { branches, ...related } = await readRelated(ctx, record);
    const candidate = candidateOf(ctx, record, { branches, type: related.type });
    return { ...related, kycStatus: candidate.kycStatus, allowedTransitions: await transitionsOf(ctx, candidate) };
  },
  derive: async (ctx, values, before, id) => {
    // The unique index answers a request that is sent again, whatever became of its type and its chain since.
    if (before === null && (await isThere(ctx, id))) return { depth: 1 };
    if (before) await refuseOwnRisk(ctx, before, values);
    if (values.retailerTypeId !== before?.retailerTypeId) await requireType(ctx, values.retailerTypeId);
    const { parentId } = values;
    const isMoved = before !== null && parentId !== before.parentId;
    const depth = isMoved
      ? await moveChain(ctx, { id, parentId })
      : (before?.depth ?? (await readDepthBelow(ctx, parentId)));
    if (values.logoFileId !== (before?.logoFileId ?? null) || values.coverFileId !== (before?.coverFileId ?? null))
      await attachPictures(ctx, id, values);
    return { ...keysOf({ ...values, city: before?.city ?? null }), depth };
  },
  impact: {
    fields: impactFields,
    follow: async (ctx, record, before) =>
      recordEvents(ctx, await eventsOfEdit(ctx, record, changesBetween(before, retailerFields.valuesOf(record)))),
  },
  cellOf,
});

export const searchableRetailers: Searchable = {
  resource: "retailers",
  list: (ctx) => searchedList(ctx, retailerStore.list),
  operation: retailers.list,
  title: table.tradingName,
  titleI18n: table.tradingNameI18n,
  titleKey: table.sortKey,
  subtitle: table.code,
  exactly: hasCode(table.number, "ret"),
  url: (id) => `/apps/retailer/retailers/${id}`,
};

export const { lock: lockRetailer, answer: toRetailer } = retailerStore;

/** Refuses with `not_found`, also for a retailer outside the caller's scope. */
export async function readRetailer(ctx: Ctx, id: string): Promise<RetailerRecord> {
  const record = await retailerStore.find(ctx, id);
  if (record === undefined) throw commonRefusals.not_found();
  return record;
}

// ------------------------------------------------------------------------------------------------ transitions

const eventStatuses = {
  "retailer.activated": "active",
  "retailer.suspended": "suspended",
  "retailer.closed": "closed",
} as const;

export const retailerTransitions = recordTransitions(retailerStore, retailerLifecycle, {
  label: ({ code, tradingName }) => `${code} ${tradingName}`,
  permissions: retailerStatusPermissions,
  reads: ["code", "tradingName", "country", "timezone", "locationsCount", "contactsCount", "kycLevel"],
  // Of many retailers none takes its branches along, so an open one is in the way.
  facts: (ctx) => ({
    kycStatus: sql`case when ${table.kycStatus} = 'verified' and ${table.kycExpiresOn} < ${today(ctx)}::date
      then 'expired' else ${table.kycStatus} end`,
    type: sql`(select jsonb_build_object('isOnline', channel = 'online', 'kycLevel', kyc_level)
                 from ${retailerTypesTable} where retailer_types.id = retailers.retailer_type_id)`,
    branches: sql`jsonb_build_object('suspended', 0, 'open', (
      select count(*) from ${closureTable} as below join ${table} as branch on branch.id = below.descendant_id
       where below.ancestor_id = retailers.id and below.distance > 0 and branch.status not in ('closed', 'rejected')))`,
  }),
  sets: { suspendedWithId: sql`null::uuid` },
  eventOf: (record, type) =>
    retailerEvent(
      { ...record, status: eventStatuses[type as keyof typeof eventStatuses] },
      type as keyof typeof eventStatuses,
    ),
});
export const manyRetailerTransitions = retailerTransitions.many(
  (step: Input<typeof retailers.previewStatusChange>) => step,
);

type StoredRetailer = RetailerRecord & Candidate;

/** A retailer with what a transition asks of it. */
export const candidateOf = (
  ctx: Ctx,
  record: RetailerRecord,
  related: Pick<Candidate, "branches" | "type">,
): RetailerRecord & Candidate =>
  ({ ...record, ...related, kycStatus: kycStatusOn(record, today(ctx)) }) as StoredRetailer;

/** The possible transitions of a retailer, with what blocks them for the caller. */
export const transitionsOf = async (ctx: Ctx, candidate: RetailerRecord & Candidate): Promise<Transition[]> =>
  (await retailerTransitions.of(ctx, candidate)).map((each) => toTransition(candidate, each));

// ------------------------------------------------------------------------------------------------ writing

/** Creates a draft; omitted fields are empty. Refuses as the store does, and as `derive` does. */
export const createRetailer = (ctx: Ctx, input: Input<typeof retailers.create>): Promise<Retailer> =>
  retailerStore.handlers.create(ctx, {
    ...retailerFields.empty,
    ...(omitUndefined(input) as typeof input & RetailerInput),
  });

/** Without a point in the filter there are no distances. */
export const exportRetailers = (ctx: Ctx, { columns, ...input }: Input<typeof retailers.exportCsv>) => {
  const all = retailerOperations.description.exportColumns.filter((name) => name !== "distanceKm" || input.near);
  return retailerStore.handlers.exportCsv(ctx, { ...input, columns: columns ?? all });
};

/** Nobody archives the type until the transaction of `ctx` ends. Refuses with `type_not_available`. */
export async function requireType(ctx: Ctx, typeId: string): Promise<void> {
  if ((await holdRetailerType(ctx, typeId)) !== null) return;
  throw atField(retailerRefusals.type_not_available, "retailerTypeId");
}

/** Refuses with `own_risk` if the caller submitted the retailer and removes a risk flag, and another user could. */
async function refuseOwnRisk(ctx: Ctx, before: RetailerRecord, after: Pick<RetailerInput, "riskFlags">): Promise<void> {
  const isCleared = before.riskFlags.some((flag) => !after.riskFlags.includes(flag));
  const isOwn = ctx.actor !== null && before.submittedBy === ctx.actor.userId;
  if (isCleared && isOwn && (await hasOtherHolder(ctx, ["retailers.assessRisk"])))
    throw atField(retailerRefusals.own_risk, "riskFlags");
}

export function refuseErrors(errors: readonly FieldError[]) {
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}

/** A refusal that is shown at a field. */
export const atField = (make: RefusalMaker, path: string): Refusal =>
  make({}, [{ path, code: make.code, message: make.message }]);

async function isThere(ctx: Ctx, id: string): Promise<boolean> {
  const rows = await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, id));
  return rows.length > 0;
}

/** The retailer that already has a unique value; null if the caller may not see it. */
async function findHolder(ctx: Ctx, field: string, values: RetailerInput): Promise<DuplicateDetails> {
  const { gln, registrationNo, registrationCountry } = values;
  const isSame =
    field === "gln"
      ? eq(table.gln, gln ?? "")
      : and(eq(table.registrationNo, registrationNo ?? ""), eq(table.registrationCountry, registrationCountry ?? ""));
  const [other] = await ctx.db
    .select({ id: table.id, code: table.code, name: table.tradingName })
    .from(table)
    .where(and(isSame, retailerScope(ctx)));
  return { other: other ?? null };
}

type NamedParent = Pick<RetailerInput, "tradingName" | "tradingNameI18n" | "legalName"> & {
  readonly city: string | null;
};

/** What a retailer is ordered and found by. */
export function keysOf({ tradingName, tradingNameI18n, legalName, city }: NamedParent) {
  const spellings = [tradingName, ...Object.values(tradingNameI18n), legalName ?? "", city ?? ""];
  return {
    sortKey: sortKey(tradingName),
    words: [...new Set(spellings.map(searchKey))].filter(Boolean).join(" "),
    cityKey: searchKey(city ?? ""),
  };
}

/** Cells in the form that the import reads: types and chains by their codes. */
function cellOf(name: string, row: Readonly<Record<string, unknown>>): CsvValue {
  const value = row[name];
  if (name === "type" || name === "parent") return (value as { code: string } | null)?.code ?? null;
  if (typeof value !== "object" || value === null) return value as CsvValue;
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}
