import { sql } from "drizzle-orm";
import { bulkMax, bulkRefusals } from "#base/bulk.ts";
import type { Input, Output } from "#base/contract.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import { planAlteration } from "#features/retail/assignments/changes/api/bulkUpdate.ts";
import { planAssigning, planCopying } from "#features/retail/assignments/changes/api/assign.ts";
import { type Plan, type PlanLine, willChange } from "#features/retail/assignments/changes/api/plans.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { holdCascades } from "#features/retail/assignments/api/service/reevaluateAssignments.ts";
import type { assignments } from "#features/retail/assignments/contract.ts";
import type { Change, ChangePreview, LineOutcome, PreviewLine } from "#features/retail/assignments/contract/changes.ts";
import type { LocationShown } from "#features/retail/assignments/contract/rows.ts";

/** Previews a change, without applying it. Refuses with `not_found` and `too_many_rows`. */
export async function previewChange(
  ctx: Ctx,
  { change, lines: linesMax }: Input<typeof assignments.preview>,
): Promise<ChangePreview> {
  const { lines } = await planOf(ctx, change, { lock: false });
  const counts: Partial<Record<LineOutcome, number>> = {};
  for (const { outcome } of lines) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const reported = lines.toSorted((a, b) => findingOrder.indexOf(a.outcome) - findingOrder.indexOf(b.outcome));
  return {
    fingerprint: await fingerprintOf(ctx, change, lines),
    matched: lines.length,
    counts,
    retailers: new Set(lines.filter(willChange).map(({ retailerId }) => retailerId)).size,
    lines: await named(ctx, reported.slice(0, linesMax)),
  };
}

/**
 * Applies what was previewed, in one transaction, all or nothing. Meanwhile no certificate can change what may be
 * promoted.
 *
 * Refuses with `preview_stale` if a fact of the preview has changed, which also covers a change that was already
 * applied; with `not_found` and `too_many_rows`.
 */
export async function applyChange(
  ctx: Ctx,
  { change, fingerprint }: Input<typeof assignments.apply>,
): Promise<Output<typeof assignments.apply>> {
  try {
    return await inTransaction(ctx, async (inner) => {
      await holdCascades(inner);
      const { lines, write } = await planOf(inner, change, { lock: true });
      if ((await fingerprintOf(inner, change, lines)) !== fingerprint) throw bulkRefusals.preview_stale();
      const changing = lines.filter(willChange);
      if (changing.length > 0) await write(inner, changing);
      return { changed: changing.length, leftOut: lines.length - changing.length };
    });
  } catch (error) {
    const constraint = violationOf(error)?.constraint;
    if (constraint !== "assignments__open_key" && constraint !== "assignments__overlap") throw error;
    // Obstacles at the time of the preview are in it already, so this one is an assignment created at the same moment.
    throw bulkRefusals.preview_stale();
  }
}

async function planOf(ctx: Ctx, change: Change, { lock }: { lock: boolean }): Promise<Plan> {
  const plan =
    change.kind === "assign"
      ? await planAssigning(ctx, change)
      : change.kind === "copy"
        ? await planCopying(ctx, change)
        : await planAlteration(ctx, change, { lock });
  if (plan.lines.length > bulkMax) throw bulkRefusals.too_many_rows({ limit: bulkMax });
  return plan;
}

/** Order of display: obstacles first, unchanged lines last. */
const findingOrder: readonly LineOutcome[] = [
  "blocked",
  "overlaps",
  "wrong_currency",
  "rate_too_high",
  "cap_below_amount",
  "propose",
  "create",
  "change",
  "ended",
  "already",
];

/** A digest of the request and of every fact that its outcome depends on. */
async function fingerprintOf(ctx: Ctx, change: Change, lines: readonly PlanLine[]): Promise<string> {
  const facts = lines.map(({ productId, retailerId, locationId, outcome, facts: more }) =>
    [productId, retailerId, locationId, outcome, more].join(" "),
  );
  const text = [JSON.stringify(change), ...facts.toSorted()].join("\n");
  // Hashed in the database, because browsers can hash only on secure pages.
  const [row] = await rowsOf<{ digest: string }>(
    ctx,
    sql`select encode(sha256(convert_to(${text}, 'UTF8')), 'hex') as digest`,
  );
  return row!.digest;
}

async function named(ctx: Ctx, lines: readonly PlanLine[]): Promise<PreviewLine[]> {
  if (lines.length === 0) return [];
  const ids = (name: "productId" | "retailerId") => uuids([...new Set(lines.map((line) => line[name]))]);
  const locationIds = [...new Set(lines.flatMap(({ locationId }) => locationId ?? []))];
  const [products, retailers, locations] = await Promise.all([
    rowsOf<PreviewLine["product"]>(
      ctx,
      sql`select id, code, name, name_i18n as "nameI18n", gtin from products where id = any(${ids("productId")})`,
    ),
    rowsOf<PreviewLine["retailer"]>(
      ctx,
      sql`select id, code, trading_name as name from retailers where id = any(${ids("retailerId")})`,
    ),
    rowsOf<LocationShown>(ctx, sql`select id, name from retailer_locations where id = any(${uuids(locationIds)})`),
  ]);
  const productsById = new Map(products.map((product) => [product.id, product]));
  const retailersById = new Map(retailers.map((retailer) => [retailer.id, retailer]));
  const locationsById = new Map(locations.map((location) => [location.id, location]));
  return lines.map(({ productId, retailerId, locationId, outcome, findings }) => ({
    product: productsById.get(productId)!,
    retailer: retailersById.get(retailerId)!,
    location: locationId === null ? null : locationsById.get(locationId)!,
    outcome,
    findings: [...findings],
  }));
}
