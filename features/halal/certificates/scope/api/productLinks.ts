import { sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import { notEditable } from "#features/halal/certificates/record/api/changes.ts";
import { writeChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { countLines } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { findCertificate, lockCertificate } from "#features/halal/certificates/record/api/records.ts";
import { insertLines } from "#features/halal/certificates/record/api/relatedTables.ts";
import { type CertificateRecord } from "#features/halal/certificates/api/tables.ts";
import { productsTable as product } from "#features/catalogue/products/api/tables.ts";
import type { certificateLinks } from "#features/halal/certificates/scope/contract/productLinks.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import { linkProblem } from "#features/halal/certificates/rules.ts";
import { productStore } from "#features/catalogue/products/api/store.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { isOpen } from "#features/halal/certificates/record/fields.ts";

type LinkInput = Input<typeof certificateLinks.preview>;

/**
 * The products that would become lines of a draft.
 *
 * Refuses with `not_found`, `not_editable` once it was submitted, `too_many_lines` and `too_many_rows`.
 */
export async function previewLinks(ctx: Ctx, wanted: LinkInput): Promise<BulkPreview> {
  const certificate = await findCertificate(ctx, wanted.certificateId);
  requireOpen(certificate);
  const preview = await previewBulk(ctx, linkActionOf(ctx, certificate, wanted));
  await requireRoom(ctx, certificate, preview.changing);
  return preview;
}

/** Refuses as the preview does, and with `preview_stale`. */
export function applyLinks(
  ctx: Ctx,
  { fingerprint, ...wanted }: Input<typeof certificateLinks.apply>,
): Promise<BulkResult> {
  return inTransaction(ctx, async (inner) => {
    // Locks the certificate before its products, as matching does, so that neither waits for the other.
    const { version } = await findCertificate(inner, wanted.certificateId);
    const certificate = await lockCertificate(inner, { id: wanted.certificateId, version });
    requireOpen(certificate);
    return applyBulk(inner, linkActionOf(inner, certificate, wanted), fingerprint);
  });
}

function requireOpen({ state }: CertificateRecord): void {
  if (!isOpen(state)) throw notEditable(state);
}

async function requireRoom(ctx: Ctx, { id }: CertificateRecord, added: number): Promise<number> {
  const { listed, removed } = await countLines(ctx, id);
  const maximum = certificateLimits.linesMax;
  if (listed + removed + added > maximum) throw certificateRefusals.too_many_lines({ maximum });
  return listed + removed;
}

type LinkCandidate = Pick<
  typeof product.$inferSelect,
  "id" | "version" | "code" | "name" | "gtin" | "brandId" | "status"
> & {
  readonly brandName: string;
  readonly isOnIt: boolean;
};

function linkActionOf(ctx: Ctx, certificate: CertificateRecord, { selection }: LinkInput): BulkAction<LinkCandidate> {
  // Which products there are to choose from is what their own list shows to this person.
  const reader: Ctx = { ...ctx, permission: products.list.permission };
  const { list } = productStore;
  return {
    list,
    selected: selectedFrom(reader, list, selection as never),
    // By the table's own name: in a list of columns the query builder leaves it off, and inside `exists` that means another.
    columns: {
      id: product.id,
      version: product.version,
      code: product.code,
      name: product.name,
      gtin: product.gtin,
      brandId: product.brandId,
      status: product.status,
      brandName: sql<string>`(select name from brands where brands.id = products.brand_id)`,
      isOnIt: sql<boolean>`exists (
        select from certificate_products as line
         where line.certificate_id = ${certificate.id}::uuid and line.product_id = products.id and line.status = 'listed')`,
    },
    label: ({ code, name }) => `${code} ${name}`,
    judge: ({ isOnIt, status, ...row }) => {
      if (isOnIt) return "on_certificate";
      // The line takes the product's own number. Products that need a reason are linked one by one.
      if (linkProblem({ line: row, reason: null, holder: certificate, product: row }) !== null) return "foreign_brand";
      return status === "archived" ? "product_archived" : null;
    },
    intent: [certificate.id, certificate.version],
    change: (inner, rows) => writeLinks(inner, certificate, rows),
  };
}

/** A line that waits for the product of its number is matched; for the others lines are written. */
async function writeLinks(ctx: Ctx, certificate: CertificateRecord, rows: readonly LinkCandidate[]): Promise<void> {
  const awaited = await matchByGtin(ctx, certificate.id, rows);
  const unlisted = rows.filter(({ id }) => !awaited.has(id));
  const before = await requireRoom(ctx, certificate, unlisted.length);
  await insertLines(
    ctx,
    certificate.id,
    unlisted.map(({ id, name, brandName, gtin }) => ({
      id: newId(ctx),
      name,
      brand: brandName,
      gtin,
      productId: id,
    })),
  );
  await writeChange(ctx, certificate, {
    action: "linkProducts",
    changes: {
      lines: { before, after: before + unlisted.length },
      matches: { before: [], after: rows.map(({ name }) => name) },
    },
  });
}

/** Returns the products that lines were waiting for. */
async function matchByGtin(
  ctx: Ctx,
  certificateId: string,
  rows: readonly LinkCandidate[],
): Promise<ReadonlySet<string>> {
  const numbered = rows.flatMap(({ id, gtin }) => (gtin === null ? [] : [{ id, gtin }]));
  const result = await ctx.db.execute(sql`
    update certificate_products as line
       set product_id = wanted.id
      from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as wanted (id uuid, gtin text)
     where line.id = (
             select waiting.id from certificate_products as waiting
              where waiting.certificate_id = ${certificateId}::uuid and waiting.gtin = wanted.gtin
                and waiting.product_id is null and waiting.status = 'listed'
              order by waiting.position, waiting.id
              limit 1)
    returning wanted.id`);
  return new Set((result as { rows: { id: string }[] }).rows.map(({ id }) => id));
}
