import { sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import type { Consequence, DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { hasOtherHolder, isDecidable, requireStanding } from "#api/decisions.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, undone } from "#api/impact.ts";
import { isAnyOf } from "#api/list.ts";
import { brandList } from "#features/brands/api/service/lists.ts";
import { auditResource, brandRows, brandStanding, lockBrand, toBrand } from "#features/brands/api/service/records.ts";
import { type BrandRecord, brandsTable } from "#features/brands/api/tables.ts";
import { type Brand, brandRefusals, type brands } from "#features/brands/contract.ts";
import { brandStatusPermissions as permissions, type BrandStatus } from "#features/brands/contract/statuses.ts";
import { allowedTransitions, isFelt, needsReason, transitionTo, verbOf } from "#features/brands/rules.ts";

/**
 * Takes one step in a brand's life, and lets follow what rests on it. With a fingerprint only if just that follows which was
 * previewed.
 *
 * Refuses with `not_found`, `version_conflict`, `invalid_transition`, `transition_blocked` and what is missing,
 * `preview_stale`, and with `invalid_input` when the step needs a reason.
 */
export function changeBrandStatus(
  ctx: Ctx,
  { id, version, to, reason, fingerprint }: Input<typeof brands.changeStatus>,
): Promise<Brand> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockBrand(inner, { id, version });
    await requireStep(inner, before, to);
    const { consequences } = await writeStatus(inner, [before], { to, statusReason: reasonFor(to, reason) });
    await requireFingerprint(inner, consequences, fingerprint);
    return toBrand(inner, await lockBrand(inner, { id }));
  });
}

/**
 * What a step would bring about elsewhere: the step itself, undone. Refuses with `not_found`, `invalid_transition` and
 * `transition_blocked`.
 */
export const previewStatus = (ctx: Ctx, { id, to }: Input<typeof brands.previewStatus>): Promise<Impact> =>
  undone(ctx, async (inner) => {
    const before = await lockBrand(inner, { id });
    await requireStep(inner, before, to);
    const { consequences } = await writeStatus(inner, [before], { to, statusReason: needsReason(to) ? "…" : null });
    return impactOf(inner, consequences);
  });

async function requireStep(ctx: Ctx, before: BrandRecord, to: BrandStatus): Promise<void> {
  const transition = transitionTo(before, to, await brandStanding(ctx, before));
  if (transition === null) {
    const allowed = allowedTransitions(before).map((each) => each.to);
    throw brandRefusals.invalid_transition({ from: before.status, to, allowed });
  }
  requireStanding(transition.blockers, permissions);
  if (!transition.isAllowed) throw brandRefusals.transition_blocked({ to, blockers: transition.blockers });
}

type StatusChange = Input<typeof brands.previewStatusChange>;

/** Refuses with `too_many_rows`, and with `invalid_input` when the step needs a reason. */
export const previewStatusChange = async (ctx: Ctx, input: StatusChange): Promise<BulkPreview> =>
  previewBulk(ctx, await statusChangeOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. */
export const applyStatusChange = async (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof brands.applyStatusChange>,
): Promise<BulkResult> => applyBulk(ctx, await statusChangeOf(ctx, input), fingerprint);

const columnsFor = (ctx: Ctx) => ({
  id: brandsTable.id,
  version: brandsTable.version,
  code: brandsTable.code,
  name: brandsTable.name,
  status: brandsTable.status,
  statusReason: brandsTable.statusReason,
  country: brandsTable.country,
  contactEmail: brandsTable.contactEmail,
  contactPhone: brandsTable.contactPhone,
  defaultCurrency: brandsTable.defaultCurrency,
  submittedBy: brandsTable.submittedBy,
  isStatusLocked: brandsTable.isStatusLocked,
  mayApprove: isDecidable(ctx, brandRows, permissions.approve),
  mayLift: isDecidable(ctx, brandRows, permissions.lift),
});
type Columns = ReturnType<typeof columnsFor>;
type Judged = Pick<BrandRecord, Extract<keyof Columns, keyof BrandRecord>> & {
  readonly mayApprove: boolean;
  readonly mayLift: boolean;
};

async function statusChangeOf(ctx: Ctx, { selection, to, reason }: StatusChange): Promise<BulkAction<Judged>> {
  const statusReason = reasonFor(to, reason);
  const hasOther = to === "active" && (await hasOtherHolder(ctx, [permissions.approve]));
  const isOwn = ({ submittedBy }: Judged) => ctx.actor !== null && submittedBy === ctx.actor.userId;
  return {
    list: brandList,
    selected: selectedFrom(ctx, brandList, selection),
    columns: columnsFor(ctx),
    label: ({ code, name }) => `${code} ${name}`,
    judge: (brand) => {
      if (brand.status === to) return "already_there";
      const standing = { ...brand, needsSecondPerson: hasOther && isOwn(brand) };
      const transition = transitionTo(brand, to, standing);
      return transition === null ? "invalid_transition" : (transition.blockers[0] ?? null);
    },
    intent: [to],
    isFelt: isFelt(to),
    change: async (inner, rows) => (await writeStatus(inner, rows, { to, statusReason })).consequences,
  };
}

function reasonFor(to: BrandStatus, reason = ""): string | null {
  if (reason !== "") return reason;
  if (!needsReason(to)) return null;
  throw commonRefusals.invalid_input({}, [{ path: "reason", code: "reason_required", message: "Say why." }]);
}

type Stepping = Pick<BrandRecord, "id" | "code" | "status" | "statusReason">;

// Each row is entered anew in every index, and no statement of a call may take longer than 3.5 s on a busy machine.
const rowsPerStatement = 1000;

/**
 * Writes a step that was found allowed to brands that are locked, each with its audit entry, and lets follow what rests on
 * them.
 */
async function writeStatus(
  ctx: Ctx,
  steps: readonly Stepping[],
  { to, statusReason }: { to: BrandStatus; statusReason: string | null },
): Promise<{ readonly consequences: readonly Consequence[] }> {
  const by = ctx.actor?.userId ?? null;
  const written = {
    status: to,
    statusReason,
    isStatusLocked: to === "suspended" ? isDecidable(ctx, brandRows, permissions.lift) : false,
    ...(to === "submitted" ? { submittedBy: by } : {}),
    updatedAt: ctx.now,
    updatedBy: by,
  };
  for (let start = 0; start < steps.length; start += rowsPerStatement) {
    const chunk = steps.slice(start, start + rowsPerStatement);
    await writeChunk(ctx, chunk, written);
    await recordAudit(
      ctx,
      chunk.map((brand) => ({
        action: verbOf(brand.status, to),
        resource: auditResource,
        resourceId: brand.id,
        reason: statusReason,
        changes: changesBetween(brand, { status: to, statusReason }),
      })),
    );
  }
  return { consequences: await recordEvents(ctx, eventsOf(steps, to)) };
}

const eventTypes: Partial<Record<BrandStatus, EventType>> = {
  active: "brand.activated",
  suspended: "brand.suspended",
  archived: "brand.archived",
};

/** What others follow: whether what a brand sells may be promoted. */
function eventsOf(brands: readonly Stepping[], to: BrandStatus): DomainEvent[] {
  const type = eventTypes[to];
  if (type === undefined) return [];
  return brands.map(({ id, code }) => ({
    type,
    resource: auditResource,
    resourceId: id,
    payload: { id, code },
    concerns: { brands: [id] },
  }));
}

async function writeChunk(
  ctx: Ctx,
  brands: readonly Stepping[],
  written: PgUpdateSetSource<typeof brandsTable>,
): Promise<void> {
  const ids = brands.map((brand) => brand.id);
  const changed = await ctx.db
    .update(brandsTable)
    .set({ ...written, version: sql`${brandsTable.version} + 1` })
    .where(isAnyOf(brandsTable.id, ids))
    .returning({ id: brandsTable.id });
  if (changed.length !== ids.length) throw new Error(`${ids.length} brands were locked, ${changed.length} changed`);
}
