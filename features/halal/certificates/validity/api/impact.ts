import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { bulkRefusals } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import { consequenceFacts, fingerprintOf, shownConsequences, runAndRollBack } from "#api/impact.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { writeChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { readCoverage } from "#features/halal/certificates/validity/api/activeCondition.ts";
import { findCertificate, lockCertificate, rowOf, wholeOf } from "#features/halal/certificates/record/api/records.ts";
import { certificateRows } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { requireAction, transitionOf } from "#features/halal/certificates/review/api/transitions.ts";
import { handOverAfter } from "#features/halal/certificates/validity/api/supersession.ts";
import { certificateLinesTable as lines, type CertificateRecord } from "#features/halal/certificates/api/tables.ts";
import { productsTable as products } from "#features/catalogue/products/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import { affectedMax, type CertificateImpact } from "#features/halal/certificates/validity/contract.ts";

type Loss =
  | { readonly step: "suspend" | "withdraw"; readonly lineIds?: undefined }
  | { readonly step: "reduceScope"; readonly lineIds: readonly string[] };

/**
 * The impact of a loss: the change itself with all its side effects, counted and rolled back, so that the preview is
 * exactly what will happen.
 *
 * Refuses with `not_found`, `invalid_step` and `line_unknown`.
 */
export const previewImpact = (
  ctx: Ctx,
  { id, step, lineIds }: Input<typeof certificates.previewImpact>,
): Promise<CertificateImpact> =>
  previewLoss(ctx, id, step === "reduceScope" ? { step, lineIds: lineIds ?? [] } : { step });

/** The same for a withdrawal, which has its own permission. */
export const previewWithdrawal = (
  ctx: Ctx,
  { id }: Input<typeof certificates.previewWithdrawal>,
): Promise<CertificateImpact> => previewLoss(ctx, id, { step: "withdraw" });

async function previewLoss(ctx: Ctx, id: string, loss: Loss): Promise<CertificateImpact> {
  const record = await findCertificate(ctx, id);
  const consequences = await tryLoss(ctx, record, loss);
  const lost = await readLostProducts(ctx, record, loss);
  const cover = await readCoverage(ctx, { productIds: lost.map((product) => product.id), exceptId: id });
  return {
    fingerprint: await fingerprintOf(ctx, factsOf(record, loss, consequences)),
    consequences: shownConsequences(consequences),
    productCount: lost.length,
    products: lost.slice(0, affectedMax).map((product) => ({ ...product, coveredBy: cover.get(product.id) ?? [] })),
    coveredCount: lost.filter((product) => cover.has(product.id)).length,
  };
}

const tryLoss = (ctx: Ctx, record: CertificateRecord, loss: Loss): Promise<readonly SideEffect[]> =>
  runAndRollBack(ctx, async (inner) => loseCoverage(inner, await lockCertificate(inner, record), loss, "preview"));

/** Suspends, as previewed. What rests on the certificate pauses in the same transaction. */
export const suspendCertificate = (
  ctx: Ctx,
  { reason, fingerprint, ...at }: Input<typeof certificates.suspend>,
): Promise<Certificate> => applyLoss(ctx, at, { loss: { step: "suspend" }, reason, fingerprint });

/** Withdraws a certificate permanently, as previewed. */
export const withdrawCertificate = (
  ctx: Ctx,
  { reason, fingerprint, ...at }: Input<typeof certificates.withdraw>,
): Promise<Certificate> => applyLoss(ctx, at, { loss: { step: "withdraw" }, reason, fingerprint });

/** Takes lines out of the scope of a verified certificate, as previewed. It ends nothing else (domain 1.7). */
export const reduceScope = (
  ctx: Ctx,
  { reason, fingerprint, lineIds, ...at }: Input<typeof certificates.reduceScope>,
): Promise<Certificate> => applyLoss(ctx, at, { loss: { step: "reduceScope", lineIds }, reason, fingerprint });

type LossInput = { readonly loss: Loss; readonly reason: string; readonly fingerprint: string };

/** Refuses with `preview_stale` if the impact is no longer what was shown. */
function applyLoss(
  ctx: Ctx,
  at: { id: string; version: number },
  { loss, reason, fingerprint }: LossInput,
): Promise<Certificate> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockCertificate(inner, at);
    const consequences = await loseCoverage(inner, before, loss, reason);
    if ((await fingerprintOf(inner, factsOf(before, loss, consequences))) !== fingerprint)
      throw bulkRefusals.preview_stale();
    await assertInScope(inner, certificateRows, [at.id]);
    return wholeOf(inner, await rowOf(inner, at.id));
  });
}

async function loseCoverage(
  ctx: Ctx,
  before: CertificateRecord,
  loss: Loss,
  reason: string,
): Promise<readonly SideEffect[]> {
  const possible = await requireAction(ctx, before, loss.step);
  if (loss.step === "reduceScope") {
    const removed = await removeListed(ctx, before.id, loss.lineIds, reason);
    return writeChange(ctx, before, {
      action: "reduceScope",
      changes: { lines: { before: removed, after: null } },
      reason,
      event: "scope_reduced",
    });
  }
  await handOverAfter(ctx, before, possible.to);
  return writeChange(ctx, before, transitionOf(ctx, possible, { reason }));
}

/** Returns the names of the lines. Refuses with `line_unknown`. */
async function removeListed(ctx: Ctx, id: string, lineIds: readonly string[], reason: string): Promise<string[]> {
  const removed = await ctx.db
    .update(lines)
    .set({ status: "removed", removedAt: ctx.now, removedReason: reason })
    .where(and(eq(lines.certificateId, id), eq(lines.status, "listed"), inArray(lines.id, [...lineIds])))
    .returning({ name: lines.name });
  if (removed.length === 0 || removed.length !== new Set(lineIds).size) throw certificateRefusals.line_unknown();
  return removed.map(({ name }) => name);
}

/** The matched products that a loss takes the certificate from. */
const readLostProducts = (ctx: Ctx, { id }: CertificateRecord, loss: Loss) =>
  ctx.db
    .selectDistinct({ id: products.id, code: products.code, name: products.name, nameI18n: products.nameI18n })
    .from(lines)
    .innerJoin(products, eq(products.id, lines.productId))
    .where(
      and(
        eq(lines.certificateId, id),
        eq(lines.status, "listed"),
        isNotNull(lines.productId),
        loss.step === "reduceScope" ? inArray(lines.id, [...loss.lineIds]) : undefined,
      ),
    )
    .orderBy(products.name, products.id);

/** What the fingerprint is computed from: the loss, the version and the side effects. */
const factsOf = (
  { id, version }: CertificateRecord,
  { step, lineIds = [] }: Loss,
  consequences: readonly SideEffect[],
): unknown => [step, id, version, lineIds.toSorted(), consequenceFacts(consequences)];
