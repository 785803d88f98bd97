import { getTableColumns } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Consequence, DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import type { Lifecycle } from "#base/records/lifecycle.ts";
import type { BulkInput, RecordTypes, StatusChange } from "#base/records/types.ts";
import { commonRefusals, type Refusal, type RefusalMaker } from "#base/refusal.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, undone } from "#api/impact.ts";
import type { RecordStore, StoredRecord } from "#api/records/types.ts";

type StatusOf<T extends RecordTypes> = T["record"]["status"];
/** The new status, and the reason. */
type Step<T extends RecordTypes> = { readonly to: StatusOf<T>; readonly reason?: string | undefined };

export interface TransitionOptions<T extends RecordTypes, Stored> {
  /** How people recognise a record in a bulk preview. */
  readonly label: (record: Stored) => string;
  /** Refusals that need the database, by record id. Called after the rows are locked. */
  readonly guard?: (ctx: Ctx, records: readonly Stored[], to: StatusOf<T>) => Promise<ReadonlyMap<string, Refusal>>;
  readonly eventOf?: (record: Stored, type: EventType) => DomainEvent;
  /** Without it, a record that already has the status is returned unchanged. */
  readonly invalid?: RefusalMaker;
  readonly blocked?: RefusalMaker;
}

export interface Transitions<T extends RecordTypes> {
  /** Refuses with `not_found`, `version_conflict`, `preview_stale`, and as the lifecycle and the guard say. */
  readonly change: (
    ctx: Ctx,
    input: StatusChange<T> & { reason?: string | undefined; fingerprint?: string | undefined },
  ) => Promise<T["record"]>;
  /** The change itself, rolled back. */
  readonly preview: (ctx: Ctx, input: { id: string; to: StatusOf<T> }) => Promise<Impact>;
  /** The same for many records. `stepOf` reads the step from the input. Refuses with `too_many_rows`, `preview_stale`. */
  readonly many: <More>(stepOf: (input: More) => Step<T>) => {
    readonly preview: (ctx: Ctx, input: BulkInput<T, More>) => Promise<BulkPreview>;
    readonly apply: (ctx: Ctx, input: BulkInput<T, More> & { fingerprint: string }) => Promise<BulkResult>;
  };
}

/** Moves records through their lifecycle, one or many, by the same rules. */
export function recordTransitions<
  T extends RecordTypes,
  Stored extends StoredRecord<T> & Rec,
  Action extends string,
  Rec,
>(
  store: RecordStore<T, Stored>,
  lifecycle: Lifecycle<StatusOf<T>, Action, Rec>,
  options: TransitionOptions<T, Stored>,
): Transitions<T> {
  const write = writerOf(store, lifecycle, options);
  const actionOf = bulkActionOf(store, lifecycle, options, write);

  const moveOne = async (ctx: Ctx, at: { readonly id: string; readonly version?: number }, step: Step<T>) => {
    const before = await store.lock(ctx, at);
    if (before.status === step.to && options.invalid === undefined) return [];
    const transition = lifecycle.find(before, step.to);
    const facts = { from: before.status, to: step.to, allowed: lifecycle.from(before).map(({ to }) => to) };
    if (transition === null)
      throw options.invalid?.(facts) ?? new Error(`no transition from ${before.status} to ${step.to}`);
    const { blockers } = transition;
    if (blockers.length > 0)
      throw options.blocked?.({ to: step.to, blockers }) ?? new Error(`${step.to} is blocked: ${blockers.join(", ")}`);
    const refusal = (await options.guard?.(ctx, [before], step.to))?.get(before.id);
    if (refusal) throw refusal;
    return write(ctx, [before], step);
  };

  return {
    change: async (ctx, { id, version, fingerprint, ...step }) => {
      try {
        return await inTransaction(ctx, async (inner) => {
          await requireFingerprint(inner, await moveOne(inner, { id, version }, step), fingerprint);
          return store.answer(inner, await store.lock(inner, { id }));
        });
      } catch (error) {
        throw store.refusalOf(error);
      }
    },
    preview: (ctx, { id, to }) =>
      undone(ctx, async (inner) => impactOf(inner, await moveOne(inner, { id }, { to, reason: "…" }))),
    many: (stepOf) => ({
      preview: (ctx, input) => previewBulk(ctx, actionOf(ctx, input.selection, stepOf(input))),
      apply: (ctx, input) => applyBulk(ctx, actionOf(ctx, input.selection, stepOf(input)), input.fingerprint),
    }),
  };
}

type Write<T extends RecordTypes, Stored> = (
  ctx: Ctx,
  records: readonly Stored[],
  step: Step<T>,
) => Promise<readonly Consequence[]>;

/** Writes an allowed transition to locked records, and records its events. */
function writerOf<T extends RecordTypes, Stored extends StoredRecord<T> & Rec, Action extends string, Rec>(
  store: RecordStore<T, Stored>,
  lifecycle: Lifecycle<StatusOf<T>, Action, Rec>,
  { eventOf }: TransitionOptions<T, Stored>,
): Write<T, Stored> {
  const hasReason = "statusReason" in getTableColumns(store.table);
  return async (ctx, records, { to, reason = "" }) => {
    const found = new Map(records.map((record) => [record.id, lifecycle.find(record, to)!]));
    const needsReason = [...found.values()].some((transition) => transition.needsReason);
    if (needsReason && reason === "")
      throw commonRefusals.invalid_input({}, [{ path: "reason", code: "reason_required", message: "Enter a reason." }]);
    const statusReason = reason === "" ? null : reason;
    const columns = { status: to, ...(hasReason ? { statusReason } : {}) } as unknown as Partial<Stored>;
    await store.set(ctx, records, columns, ({ id }) => ({ action: found.get(id)!.action, reason: statusReason }));
    return recordEvents(
      ctx,
      records.flatMap((record) => {
        const { event } = found.get(record.id)!;
        return event && eventOf ? [eventOf(record, event)] : [];
      }),
    );
  };
}

const bulkActionOf =
  <T extends RecordTypes, Stored extends StoredRecord<T> & Rec, Action extends string, Rec>(
    store: RecordStore<T, Stored>,
    lifecycle: Lifecycle<StatusOf<T>, Action, Rec>,
    { label, guard }: TransitionOptions<T, Stored>,
    write: Write<T, Stored>,
  ) =>
  (ctx: Ctx, chosen: BulkInput<T>["selection"], step: Step<T>): BulkAction<Stored> => ({
    list: store.list,
    selected: selectedFrom(ctx, store.list, chosen as never),
    columns: getTableColumns(store.table) as never,
    label,
    judge: (record) => {
      if (record.status === step.to) return "already_there";
      const transition = lifecycle.find(record, step.to);
      return transition === null ? "invalid_transition" : (transition.blockers[0] ?? null);
    },
    guard: async (inner, rows) =>
      new Map([...((await guard?.(inner, rows, step.to)) ?? [])].map(([id, refusal]) => [id, refusal.code])),
    intent: [step.to],
    isFelt: lifecycle.hasImpact(step.to),
    change: (inner, rows) => write(inner, rows, step),
  });
