import { eq, getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import { fullDecisionRights, type DecisionRights } from "#base/decisions.ts";
import type { Changes } from "#base/activity.ts";
import type { SideEffect, DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import type { Lifecycle, PossibleTransition } from "#base/records/lifecycle.ts";
import type { BulkInput, RecordTypes, StatusChange } from "#base/records/types.ts";
import { commonRefusals, type Refusal, type RefusalMaker } from "#base/refusal.ts";
import { applyBulk, type BulkAction, type BulkUndo, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Columns } from "#api/columns.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import {
  hasOtherHolder,
  isDecidable,
  isDecision,
  assertMayDecide,
  rightsOnRecord,
  type StatusPermissions,
} from "#api/decisions.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import type { RecordStore, StoredRecord } from "#api/records/types.ts";

type StatusOf<T extends RecordTypes> = T["record"]["status"];
/** The new status, and the reason. */
type Step<T extends RecordTypes> = { readonly to: StatusOf<T>; readonly reason?: string | undefined };

type ColumnsOf<Stored> = { readonly [Name in keyof Stored]?: Stored[Name] | SQL };

export interface TransitionOptions<T extends RecordTypes, Stored> {
  /** How people recognise a record in a bulk preview. */
  readonly label: (record: Stored) => string;
  /** Refusals that need the database, by record id. Called after the rows are locked. */
  readonly guard?: (ctx: Ctx, records: readonly Stored[], to: StatusOf<T>) => Promise<ReadonlyMap<string, Refusal>>;
  readonly eventOf?: (record: Stored, type: EventType, reason: string | null) => DomainEvent;
  /** The permissions to approve submitted records, and to lift suspensions made with that permission. */
  readonly permissions?: StatusPermissions;
  /** Columns that blockers and labels need in bulk actions. All columns by default. */
  readonly reads?: readonly (keyof Stored & string)[];
  /** Further columns that every transition sets, or those of a transition to this status. */
  readonly sets?: ColumnsOf<Stored> | ((ctx: Ctx, to: StatusOf<T>) => ColumnsOf<Stored>);
  /** What changes along with the records, in their transaction, such as a stock. May refuse, which undoes all of it. */
  readonly follow?: (ctx: Ctx, records: readonly Stored[], to: StatusOf<T>) => Promise<void>;
  /** Without it, a record that already has the status is returned unchanged. */
  readonly invalid?: RefusalMaker;
  readonly blocked?: RefusalMaker;
}

/** What blockers need to know of a record that its table does not say, as SQL about the row. May replace a column. */
type Facts<Stored, Rec> = { readonly [Name in Exclude<keyof Rec, keyof Stored>]: SQL } & {
  readonly [Name in keyof Stored]?: SQL;
};
type FactsFor<Stored, Rec> = [Exclude<keyof Rec, keyof Stored>] extends [never]
  ? unknown
  : { readonly facts: Facts<Stored, Rec> | ((ctx: Ctx) => Facts<Stored, Rec>) };

export interface Transitions<T extends RecordTypes, Rec, Action extends string> {
  /** The transitions out of the record's status, with what blocks them for the caller. */
  readonly of: (ctx: Ctx, record: Rec) => Promise<readonly PossibleTransition<StatusOf<T>, Action>[]>;
  /** Refuses with `not_found`, `version_conflict`, `preview_stale`, and as the lifecycle and the guard say. */
  readonly change: (
    ctx: Ctx,
    input: StatusChange<T> & { reason?: string | undefined; fingerprint?: string | undefined },
  ) => Promise<T["record"]>;
  /** The change itself, rolled back. */
  readonly preview: (ctx: Ctx, input: { id: string; to: StatusOf<T> }) => Promise<Impact>;
  /** Writes a transition to locked records for which it was found allowed, as `change` does. */
  readonly write: (
    ctx: Ctx,
    records: readonly Rec[],
    step: Step<T> & {
      /** Records that go along with these, with what they set and their entries list besides. */
      readonly along?: { readonly records: readonly Rec[]; readonly sets: ColumnsOf<Rec>; readonly changes: Changes };
    },
  ) => Promise<readonly SideEffect[]>;
  /** The same for many records. `stepOf` reads the step from the input. Refuses with `too_many_rows`, `preview_stale`. */
  readonly many: <More>(stepOf: (input: More) => Step<T>) => {
    readonly preview: (ctx: Ctx, input: BulkInput<T, More>) => Promise<BulkPreview>;
    /** For runs over more records than one transaction changes (api/bulkBatches.ts). */
    readonly actionOf: (ctx: Ctx, input: BulkInput<T, More>) => Promise<BulkAction<Rec & StoredRecord<T>>>;
    readonly apply: (ctx: Ctx, input: BulkInput<T, More> & { fingerprint: string }) => Promise<BulkResult>;
  };
}

/** Moves records through their lifecycle, one or many, by the same rules. */
export function recordTransitions<T extends RecordTypes, Stored extends StoredRecord<T>, Action extends string, Rec>(
  store: RecordStore<T, Stored>,
  lifecycle: Lifecycle<StatusOf<T>, Action, Rec>,
  declared: TransitionOptions<T, Stored> & FactsFor<Stored, Rec>,
): Transitions<T, Stored & Rec, Action> {
  const options = declared as Options<T, Stored & Rec>;
  const { permissions, facts } = options;
  const write = writerOf<T, Stored & Rec, Action, Rec>(store as never, lifecycle, options);
  const actionOf = bulkActionOf<T, Stored & Rec, Action, Rec>(store as never, lifecycle, options, write);

  const lockWithFacts = async (ctx: Ctx, at: { readonly id: string; readonly version?: number }) => {
    const record = await store.lock(ctx, at);
    if (facts === undefined) return record as Stored & Rec;
    const { id } = getTableColumns(store.table) as { id: PgColumn };
    // Asked once the record is locked, so that the answer still holds when it changes.
    const [known] = await ctx.db.select(factsIn(ctx, facts)).from(store.table).where(eq(id, at.id));
    return { ...record, ...known } as Stored & Rec;
  };
  const decisionRightsOf = async (ctx: Ctx, { id, status, ...record }: StoredRecord<T>): Promise<DecisionRights> => {
    if (!permissions) return fullDecisionRights;
    const { submittedBy = null } = record as { submittedBy?: string | null };
    return rightsOnRecord(ctx, store.scopedRows, permissions, {
      id,
      isSubmitted: lifecycle.isSubmitted(status),
      submittedBy,
    });
  };

  const moveOne = async (ctx: Ctx, at: { readonly id: string; readonly version?: number }, step: Step<T>) => {
    const before = await lockWithFacts(ctx, at);
    if (before.status === step.to && options.invalid === undefined) return [];
    const transition = lifecycle.find(before, step.to, await decisionRightsOf(ctx, before));
    if (transition === null) {
      const details = { from: before.status, to: step.to, allowed: lifecycle.from(before).map(({ to }) => to) };
      throw options.invalid?.(details) ?? new Error(`no transition from ${before.status} to ${step.to}`);
    }
    const { blockers } = transition;
    if (permissions) assertMayDecide(blockers, permissions);
    if (blockers.length > 0)
      throw options.blocked?.({ to: step.to, blockers }) ?? new Error(`${step.to} is blocked: ${blockers.join(", ")}`);
    const refusal = (await options.guard?.(ctx, [before], step.to))?.get(before.id);
    if (refusal) throw refusal;
    return write(ctx, [before], step);
  };

  return {
    write,
    of: async (ctx, record) => lifecycle.from(record, await decisionRightsOf(ctx, record)),
    change: async (ctx, { id, version, fingerprint, ...step }) => {
      try {
        return await inTransaction(ctx, async (inner) => {
          await requireFingerprint(inner, await moveOne(inner, { id, version }, step), fingerprint);
          return store.answer(inner, await store.lock(inner, { id }));
        });
      } catch (error) {
        throw await store.refusalOf(ctx, error, undefined);
      }
    },
    preview: (ctx, { id, to }) =>
      runAndRollBack(ctx, async (inner) => impactOf(inner, await moveOne(inner, { id }, { to, reason: "…" }))),
    many: (stepOf) => ({
      actionOf: (ctx, input) => actionOf(ctx, input.selection, stepOf(input)),
      preview: async (ctx, input) => previewBulk(ctx, await actionOf(ctx, input.selection, stepOf(input))),
      apply: async (ctx, input) =>
        applyBulk(ctx, await actionOf(ctx, input.selection, stepOf(input)), input.fingerprint),
    }),
  };
}

type Options<T extends RecordTypes, Stored> = TransitionOptions<T, Stored> & {
  readonly facts?: FactColumns | ((ctx: Ctx) => FactColumns);
};
type FactColumns = Readonly<Record<string, SQL>>;

const factsIn = (ctx: Ctx, facts: FactColumns | ((ctx: Ctx) => FactColumns) = {}): FactColumns =>
  typeof facts === "function" ? facts(ctx) : facts;

type Write<T extends RecordTypes, Stored> = Transitions<T, Stored, string>["write"];

function requireReason(needsReason: boolean | undefined, reason: string): void {
  if (!needsReason || reason !== "") return;
  throw commonRefusals.invalid_input({}, [{ path: "reason", code: "reason_required", message: "Enter a reason." }]);
}

/** Writes an allowed transition to locked records, and records its events. */
function writerOf<T extends RecordTypes, Stored extends StoredRecord<T> & Rec, Action extends string, Rec>(
  store: RecordStore<T, Stored>,
  lifecycle: Lifecycle<StatusOf<T>, Action, Rec>,
  options: TransitionOptions<T, Stored>,
): Write<T, Stored> {
  const { eventOf, follow } = options;
  return async (ctx, own, { to, reason = "", along }) => {
    const records = [...own, ...(along?.records ?? [])];
    const found = new Map(records.map((record) => [record.id, lifecycle.find(record, to)!]));
    for (const { needsReason } of found.values()) requireReason(needsReason, reason);
    const statusReason = reason === "" ? null : reason;
    const columns = stepColumns(ctx, { store, lifecycle, options }, { to, statusReason });
    const set = (some: typeof own, more: object, changes: Changes) =>
      store.set(ctx, some, { ...columns, ...more } as never, ({ id }) => ({
        action: found.get(id)!.action,
        reason: statusReason,
        changes,
      }));
    await set(own, {}, {});
    if (along) await set(along.records, along.sets, along.changes);
    await follow?.(ctx, records, to);
    return recordEvents(
      ctx,
      records.flatMap((record) => {
        const { event } = found.get(record.id)!;
        return event && eventOf ? [eventOf(record, event, statusReason)] : [];
      }),
    );
  };
}

type TransitionSource<T extends RecordTypes, Stored extends StoredRecord<T>, Action extends string, Rec> = {
  readonly store: RecordStore<T, Stored>;
  readonly lifecycle: Lifecycle<StatusOf<T>, Action, Rec>;
  readonly options: TransitionOptions<T, Stored>;
};

/** What a transition sets: besides the status, who submitted the record, and whether lifting it needs the permission. */
function stepColumns<T extends RecordTypes, Stored extends StoredRecord<T>, Action extends string, Rec>(
  ctx: Ctx,
  { store, lifecycle, options: { permissions, sets } }: TransitionSource<T, Stored, Action, Rec>,
  { to, statusReason }: { readonly to: StatusOf<T>; readonly statusReason: string | null },
): Readonly<Record<string, unknown>> {
  const canLock = lifecycle.into(to).some((each) => each.canLock);
  const isStatusLocked = permissions && canLock ? isDecidable(ctx, store.scopedRows, permissions.lift) : sql`false`;
  const submittedBy = sql`${ctx.actor?.userId ?? null}`;
  return {
    status: to,
    ...("statusReason" in getTableColumns(store.table) ? { statusReason } : {}),
    ...(permissions ? { isStatusLocked } : {}),
    ...(permissions && lifecycle.isSubmitted(to) ? { submittedBy } : {}),
    ...(typeof sets === "function" ? sets(ctx, to) : sets),
  };
}

/** How a run of a transition is undone: not at all, unless the lifecycle declares it and nothing else follows from it. */
function undoOf<T extends RecordTypes, Stored extends StoredRecord<T> & Rec, Action extends string, Rec>(
  ctx: Ctx,
  source: TransitionSource<T, Stored, Action, Rec>,
  to: StatusOf<T>,
): BulkUndo<Stored> | undefined {
  const { store, lifecycle, options } = source;
  const { auditResource: resource } = store.description;
  const isDecided = lifecycle.into(to).some(({ action }) => isDecision(ctx, { resource, action }));
  if (!lifecycle.canUndo(to) || isDecided || options.follow) return undefined;
  const sets = Object.entries(stepColumns(ctx, source, { to, statusReason: null }));
  const all: Columns = getTableColumns(store.table);
  return {
    columns: Object.fromEntries(sets.map(([name]) => [name, all[name] as PgColumn])),
    guard: async (inner, rows) => {
      const codes = new Map<string, string>();
      const statusOf = ({ before }: (typeof rows)[number]) => before["status"] as StatusOf<T>;
      for (const status of new Set(rows.map(statusOf))) {
        const records = rows.filter((each) => statusOf(each) === status).map(({ row }) => row);
        for (const record of records) {
          const [missing] = lifecycle.missingFor(record, status);
          if (missing !== undefined) codes.set(record.id, missing);
        }
        for (const [id, { code }] of (await options.guard?.(inner, records, status)) ?? []) codes.set(id, code);
      }
      return codes;
    },
    setBack: (inner, rows) =>
      store.setBack(
        inner,
        rows.map(({ row: { id }, now, before }) => ({ id, now, before })),
        // As in the entry of the transition.
        { action: "undo", logged: sets.filter(([, value]) => !is(value, SQL)).map(([name]) => name) },
      ),
  };
}

const bulkActionOf =
  <T extends RecordTypes, Stored extends StoredRecord<T> & Rec, Action extends string, Rec>(
    store: RecordStore<T, Stored>,
    lifecycle: Lifecycle<StatusOf<T>, Action, Rec>,
    options: Options<T, Stored>,
    write: Write<T, Stored>,
  ) =>
  async (ctx: Ctx, chosen: BulkInput<T>["selection"], step: Step<T>): Promise<BulkAction<Stored>> => {
    const { label, guard, permissions, reads, facts, invalid } = options;
    const { to, reason = "" } = step;
    const transitions = lifecycle.into(to);
    requireReason(transitions.length > 0 && transitions.every(({ needsReason }) => needsReason), reason);
    const isApproval = transitions.some(({ decision }) => decision === "approve");
    const hasOther = isApproval && permissions !== undefined && (await hasOtherHolder(ctx, [permissions.approve]));
    const standingOf = (record: object): DecisionRights => {
      const { submittedBy, ...may } = record as DecisionRights & { submittedBy: string | null };
      const isOwn = ctx.actor !== null && submittedBy === ctx.actor.userId;
      return permissions ? { ...may, needsSecondPerson: hasOther && isOwn } : fullDecisionRights;
    };
    return {
      list: store.list,
      selected: selectedFrom(ctx, store.list, chosen as never),
      columns: { ...columnsOf(ctx, store, permissions, reads), ...factsIn(ctx, facts) } as never,
      label,
      judge: (record) => {
        if (record.status === to) return "already_there";
        const transition = lifecycle.find(record, to, standingOf(record));
        return transition === null ? (invalid?.code ?? "invalid_transition") : (transition.blockers[0] ?? null);
      },
      guard: async (inner, rows) =>
        new Map([...((await guard?.(inner, rows, to)) ?? [])].map(([id, refusal]) => [id, refusal.code])),
      intent: [to],
      hasImpact: lifecycle.hasImpact(to),
      change: (inner, rows) => write(inner, rows, step),
      undo: undoOf(ctx, { store, lifecycle, options }, to),
    };
  };

/** The columns that a bulk action reads, with the caller's standing on each record. */
function columnsOf<T extends RecordTypes, Stored extends StoredRecord<T>>(
  ctx: Ctx,
  { table, scopedRows }: RecordStore<T, Stored>,
  permissions: StatusPermissions | undefined,
  reads: readonly string[] | undefined,
): Readonly<Record<string, unknown>> {
  const all: Columns = getTableColumns(table);
  const own = ["id", "version", "status", "statusReason", "submittedBy", "isStatusLocked", ...(reads ?? [])];
  const columns = reads ? Object.fromEntries(own.flatMap((name) => (all[name] ? [[name, all[name]]] : []))) : all;
  if (!permissions) return columns;
  const mayApprove = isDecidable(ctx, scopedRows, permissions.approve);
  return { ...columns, mayApprove, mayLift: isDecidable(ctx, scopedRows, permissions.lift) };
}
