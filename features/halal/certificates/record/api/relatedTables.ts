import { eq, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { certificateSitesTable, certificateStandardsTable } from "#features/halal/certificates/api/tables.ts";
import type { SiteInput } from "#features/halal/certificates/record/fields.ts";

/** Replaces the standards of a certificate. */
export async function writeStandards(ctx: Ctx, certificateId: string, standardIds: readonly string[]): Promise<void> {
  const standards = certificateStandardsTable;
  await ctx.db.delete(standards).where(eq(standards.certificateId, certificateId));
  const rows = [...new Set(standardIds)].map((standardId) => ({ certificateId, standardId }));
  if (rows.length > 0) await ctx.db.insert(standards).values(rows);
}

/** Replaces the sites of a certificate. */
export async function writeSites(ctx: Ctx, certificateId: string, sites: readonly SiteInput[]): Promise<void> {
  await ctx.db.delete(certificateSitesTable).where(eq(certificateSitesTable.certificateId, certificateId));
  if (sites.length === 0) return;
  await ctx.db.insert(certificateSitesTable).values(sites.map((site) => ({ ...site, certificateId })));
}

/** A line to insert. Its position follows those that exist. */
export type LineRow = {
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly gtin: string | null;
  readonly productId?: string | null;
  /** The reason for linking a product that is not the holder's. */
  readonly linkReason?: string | null;
};

/** Adds lines at the end of a scope. Lines whose id exists stay as they are. Returns how many were new. */
export async function insertLines(ctx: Ctx, certificateId: string, lines: readonly LineRow[]): Promise<number> {
  const rows = lines.map(({ productId = null, linkReason = null, ...line }, place) => ({
    ...line,
    product_id: productId,
    link_reason: linkReason,
    place,
  }));
  const result = await ctx.db.execute(sql`
    insert into certificate_products (id, certificate_id, position, product_id, name_on_certificate, brand_on_certificate, gtin,
                                      link_reason)
    select id, ${certificateId}::uuid,
           coalesce((select max(position) + 1 from certificate_products where certificate_id = ${certificateId}::uuid), 0) + place,
           product_id, name, brand, gtin, link_reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as lines (id uuid, place int, product_id uuid, name text, brand text, gtin text, link_reason text)
    on conflict (id) do nothing
    returning id`);
  return (result as { rows: unknown[] }).rows.length;
}
