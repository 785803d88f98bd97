import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Impact } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import { notEditable } from "#features/halal/certificates/record/api/changes.ts";
import { type Change, inChange, previewChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { readCoverage } from "#features/halal/certificates/validity/api/activeCondition.ts";
import { countLines } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { readLineProducts } from "#features/halal/certificates/scope/api/products.ts";
import { findCertificate } from "#features/halal/certificates/record/api/records.ts";
import { productScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { insertLines } from "#features/halal/certificates/record/api/relatedTables.ts";
import { certificateLinesTable as lines, type CertificateRecord } from "#features/halal/certificates/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import { type LinkFacts, linkProblem } from "#features/halal/certificates/rules.ts";
import { isOpen } from "#features/halal/certificates/record/fields.ts";

/** The lines of a scope in their order, with their products. Refuses with `not_found`. */
export async function listLines(
  ctx: Ctx,
  { id }: Input<typeof certificates.listLines>,
): Promise<Output<typeof certificates.listLines>> {
  await findCertificate(ctx, id);
  const rows = await ctx.db
    .select()
    .from(lines)
    .where(eq(lines.certificateId, id))
    .orderBy(asc(lines.position), lines.id);
  const productIds = rows.flatMap(({ productId }) => productId ?? []);
  const formerIds = rows.flatMap(({ formerProductId }) => formerProductId ?? []);
  const [products, cover] = await Promise.all([
    readLineProducts(ctx, inArray(productsTable.id, [...productIds, ...formerIds])),
    readCoverage(ctx, { productIds, exceptId: id }),
  ]);
  const productsById = new Map(products.map((product) => [product.id, product]));
  return {
    rows: rows.map(({ productId, formerProductId, unlinkedBecause, ...line }) => ({
      ...line,
      product: productId === null ? null : (productsById.get(productId) ?? null),
      unlinked: unlinkedBecause && {
        product: (formerProductId && productsById.get(formerProductId)) || null,
        because: unlinkedBecause,
      },
      alsoCoveredBy: productId === null ? [] : (cover.get(productId) ?? []),
    })),
  };
}

/** Refuses with `not_found`, `version_conflict`, `not_editable` and `too_many_lines`. */
export const addLines = (
  ctx: Ctx,
  { lines: added, ...at }: Input<typeof certificates.addLines>,
): Promise<Certificate> =>
  inChange(ctx, at, async (inner, before) => {
    if (!isOpen(before.state)) throw notEditable(before.state);
    const counts = await countLines(inner, before.id);
    const there = counts.listed + counts.removed;
    const maximum = certificateLimits.linesMax;
    if (there + added.length > maximum) throw certificateRefusals.too_many_lines({ maximum });
    const count = await insertLines(inner, before.id, added);
    if (count === 0) return null;
    return { action: "addLines", changes: { lines: { before: there, after: there + count } } };
  });

/** Takes lines out of a draft. Refuses with `not_found`, `version_conflict`, `not_editable` and `line_unknown`. */
export const removeLines = (
  ctx: Ctx,
  { lineIds, ...at }: Input<typeof certificates.removeLines>,
): Promise<Certificate> =>
  inChange(ctx, at, async (inner, before) => {
    if (!isOpen(before.state)) throw notEditable(before.state);
    const { listed } = await countLines(inner, before.id);
    const gone = await inner.db
      .delete(lines)
      .where(and(eq(lines.certificateId, before.id), inArray(lines.id, lineIds)))
      .returning({ name: lines.name });
    if (gone.length !== new Set(lineIds).size) throw certificateRefusals.line_unknown();
    return { action: "removeLines", changes: { lines: { before: listed, after: listed - gone.length } } };
  });

/**
 * Says which product each line is, or that it is none yet. What a verified certificate comes to cover by that, covers from
 * now on; what it covers is taken from it by a reduction of its scope alone.
 *
 * Refuses with `not_found`, `version_conflict`, `not_editable`, `line_unknown`, `product_unknown` and `product_twice`, with
 * `gtin_differs`, with `link_reason_required` for a product that is not the holder's, with `permission_denied` if only
 * a reviewer may link it, and with `preview_stale`.
 */
export const linkLines = (
  ctx: Ctx,
  { links, reason, ...at }: Input<typeof certificates.linkLines>,
): Promise<Certificate> =>
  inChange(ctx, at, (inner, before) => linksOf(inner, before, { links, reason })).catch(asTwice);

/** What would follow from that. Refuses as it does. */
export const previewLinkLines = (
  ctx: Ctx,
  { links, reason, ...at }: Input<typeof certificates.previewLinkLines>,
): Promise<Impact> =>
  previewChange(ctx, at, (inner, before) => linksOf(inner, before, { links, reason })).catch(asTwice);

function asTwice(error: unknown): never {
  if (violationOf(error)?.constraint === "certificate_products__product_key") throw certificateRefusals.product_twice();
  throw error;
}

type LinkInput = Pick<Input<typeof certificates.linkLines>, "links"> & { readonly reason: string | undefined };

async function linksOf(ctx: Ctx, before: CertificateRecord, { links, reason }: LinkInput): Promise<Change | null> {
  const isStanding = before.state === "verified" || before.state === "suspended";
  if (!isOpen(before.state)) {
    if (!isStanding && before.state !== "submitted") throw notEditable(before.state);
    if (!actorOf(ctx).permissions.has(certificates.verify.permission)) throw commonRefusals.permission_denied();
  }
  const linked = await readLinked(ctx, before, { links, reason });
  const changing = linked.filter(({ line, productId }) => line.productId !== productId);
  if (changing.length === 0) return null;
  if (isStanding && changing.some(({ line }) => line.productId !== null)) throw notEditable(before.state);
  await writeLinks(ctx, changing);
  const isReasoned = changing.some(({ linkReason }) => linkReason !== null);
  const matched = changing.filter(({ productId }) => productId !== null).map(({ line }) => line.name);
  const unmatched = changing.filter(({ productId }) => productId === null).map(({ line }) => line.name);
  return {
    action: "matchLines",
    changes: { matches: { before: unmatched, after: matched } },
    reason: isReasoned ? reason : null,
    ...(isStanding ? { event: before.state === "verified" ? "verified" : "suspended" } : {}),
  };
}

async function readLinked(ctx: Ctx, certificate: CertificateRecord, { links, reason }: LinkInput) {
  const rows = await ctx.db
    .select()
    .from(lines)
    .where(and(eq(lines.certificateId, certificate.id), eq(lines.status, "listed")));
  const linesById = new Map(rows.map((line) => [line.id, line]));
  const wanted = [...new Set(links.flatMap(({ productId }) => productId ?? []))];
  const { id, gtin, brandId } = productsTable;
  const there = await ctx.db
    .select({ id, gtin, brandId })
    .from(productsTable)
    .where(and(inArray(id, wanted), productScope(ctx)))
    // Share locks in a fixed order: numbers and brands can't change until the links are written.
    .orderBy(id)
    .for("share");
  if (there.length !== wanted.length) throw certificateRefusals.product_unknown();
  const productsById = new Map(there.map((product) => [product.id, product]));
  return links.map(({ lineId, productId }) => {
    const line = linesById.get(lineId);
    if (line === undefined) throw certificateRefusals.line_unknown();
    const product = productId === null ? undefined : productsById.get(productId);
    return { line, productId, linkReason: product ? linkReasonOf(certificate, line, { product, reason }) : null };
  });
}

type LinkRequest = {
  readonly product: LinkFacts["product"] & { readonly id: string };
  readonly reason: string | undefined;
};

/** The reason, if one is required. Refuses with `gtin_differs` and `link_reason_required`. */
function linkReasonOf(holder: CertificateRecord, line: typeof lines.$inferSelect, { product, reason }: LinkRequest) {
  // Already linked: keep the reason given then.
  if (line.productId === product.id) return line.linkReason;
  const problem = linkProblem({ line, reason: null, holder, product });
  if (problem === null) return null;
  if (problem === "gtin") throw certificateRefusals.gtin_differs({ line: line.name, lineId: line.id });
  if (reason === undefined) throw certificateRefusals.link_reason_required({ lineId: line.id });
  return reason;
}

/** Unlinks all lines first, so that lines can swap their products. */
async function writeLinks(
  ctx: Ctx,
  links: readonly { line: { id: string }; productId: string | null; linkReason: string | null }[],
): Promise<void> {
  const ids = links.map(({ line }) => line.id);
  await ctx.db.update(lines).set({ productId: null }).where(inArray(lines.id, ids));
  const rows = links.map(({ line, productId, linkReason }) => ({
    id: line.id,
    product_id: productId,
    link_reason: linkReason,
  }));
  await ctx.db.execute(sql`
    update certificate_products as line
       set product_id = wanted.product_id, link_reason = wanted.link_reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (id uuid, product_id uuid, link_reason text)
     where line.id = wanted.id`);
}
