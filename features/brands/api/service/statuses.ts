import { sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import type { Consequence, DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, undone } from "#api/impact.ts";
import { isAnyOf } from "#api/list.ts";
import { changesBetween, recordAudit } from "#features/audit/api/service.ts";
import { brandList } from "#features/brands/api/service/lists.ts";
import { auditResource, lockBrand, toBrand } from "#features/brands/api/service/records.ts";
import { type BrandRecord, brandsTable } from "#features/brands/api/tables.ts";
import { type Brand, brandRefusals, type brands } from "#features/brands/contract.ts";
import { type BrandStatus } from "#features/brands/contract/statuses.ts";
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
    requireStep(before, to);
    const { written, consequences } = await writeStatus(inner, [before], { to, statusReason: reasonFor(to, reason) });
    await requireFingerprint(inner, consequences, fingerprint);
    return toBrand({ ...before, ...written, version: before.version + 1 });
  });
}

/**
 * What a step would bring about elsewhere: the step itself, undone. Refuses with `not_found`, `invalid_transition` and
 * `transition_blocked`.
 */
export const previewStatus = (ctx: Ctx, { id, to }: Input<typeof brands.previewStatus>): Promise<Impact> =>
  undone(ctx, async (inner) => {
    const before = await lockBrand(inner, { id });
    requireStep(before, to);
    const { consequences } = await writeStatus(inner, [before], { to, statusReason: needsReason(to) ? "…" : null });
    return impactOf(inner, consequences);
  });

function requireStep(before: BrandRecord, to: BrandStatus): void {
  const transition = transitionTo(before, to);
  if (transition === null) {
    const allowed = allowedTransitions(before).map((each) => each.to);
    throw brandRefusals.invalid_transition({ from: before.status, to, allowed });
  }
  if (!transition.isAllowed) throw brandRefusals.transition_blocked({ to, blockers: transition.blockers });
}

type StatusChange = Input<typeof brands.previewStatusChange>;

/** Refuses with `too_many_rows`, and with `invalid_input` when the step needs a reason. */
export const previewStatusChange = (ctx: Ctx, input: StatusChange): Promise<BulkPreview> =>
  previewBulk(ctx, statusChangeOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. */
export const applyStatusChange = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof brands.applyStatusChange>,
): Promise<BulkResult> => applyBulk(ctx, statusChangeOf(ctx, input), fingerprint);

const columns = {
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
};
type Judged = Pick<BrandRecord, keyof typeof columns>;

function statusChangeOf(ctx: Ctx, { selection, to, reason }: StatusChange): BulkAction<Judged> {
  const statusReason = reasonFor(to, reason);
  return {
    list: brandList,
    selected: selectedFrom(ctx, brandList, selection),
    columns,
    label: ({ code, name }) => `${code} ${name}`,
    judge: (brand) => {
      if (brand.status === to) return "already_there";
      const transition = transitionTo(brand, to);
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

type Written = Pick<BrandRecord, "status" | "statusReason" | "updatedAt" | "updatedBy">;

// Each row is entered anew in every index, and no statement of a call may take longer than 3.5 s on a busy machine.
const rowsPerStatement = 1000;

/**
 * Writes a step that was found allowed to brands that are locked, each with its audit entry, and lets follow what rests on
 * them.
 */
async function writeStatus(
  ctx: Ctx,
  steps: readonly Judged[],
  { to, statusReason }: { to: BrandStatus; statusReason: string | null },
): Promise<{ readonly written: Written; readonly consequences: readonly Consequence[] }> {
  const written: Written = { status: to, statusReason, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null };
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
  return { written, consequences: await recordEvents(ctx, eventsOf(steps, to)) };
}

const eventTypes: Partial<Record<BrandStatus, EventType>> = {
  active: "brand.activated",
  suspended: "brand.suspended",
  archived: "brand.archived",
};

/** What others follow: whether what a brand sells may be promoted. */
function eventsOf(brands: readonly Judged[], to: BrandStatus): DomainEvent[] {
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

async function writeChunk(ctx: Ctx, brands: readonly Judged[], written: Written): Promise<void> {
  const ids = brands.map((brand) => brand.id);
  const changed = await ctx.db
    .update(brandsTable)
    .set({ ...written, version: sql`${brandsTable.version} + 1` })
    .where(isAnyOf(brandsTable.id, ids))
    .returning({ id: brandsTable.id });
  if (changed.length !== ids.length) throw new Error(`${ids.length} brands were locked, ${changed.length} changed`);
}
