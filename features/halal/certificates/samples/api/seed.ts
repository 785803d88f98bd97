import { sha256Of } from "#api/sha256.ts";
import { eq, sql } from "drizzle-orm";
import { addDays, dayIn } from "#base/days.ts";
import { printedGtin } from "#base/gtin.ts";
import { addMs, dayMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { keepFile } from "#features/platform/files/api/service/uploads.ts";
import { attachFiles } from "#features/platform/files/api/service/attachments.ts";
import { certificateDocuments } from "#features/halal/certificates/record/api/documents.ts";
import { insertCertificates } from "#features/halal/certificates/record/api/insertCertificates.ts";
import { sampleDocument } from "#features/halal/certificates/samples/api/sampleDocument.ts";
import {
  daylineAt,
  type SampleCertificate,
  sampleCertificates,
} from "#features/halal/certificates/samples/api/samples.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import {
  certificateDocumentsTable,
  certificateLinesTable,
  type CertificateRecord,
  certificatesTable,
} from "#features/halal/certificates/api/tables.ts";
import { certificateFields, type CertificateInput } from "#features/halal/certificates/record/fields.ts";

/** The sample certificates of domain 6, each as old as its document. The same rows in every new database. */
export async function seedCertificates(ctx: Ctx): Promise<void> {
  const known = await readKnown(ctx);
  const documents = new Map<string, Uint8Array<ArrayBuffer>>();
  const idsByNumber = new Map<string, string>();
  for (const [place, sample] of sampleCertificates.entries()) {
    // Most have been valid for a while, and were entered shortly after their issue.
    const then = { ...ctx, now: addMs(ctx.now, Math.min(-1, Math.max(sample.days[0], -365)) * dayMs + place * 61_000) };
    const [id, ...lineIds] = idsFor(then, place);
    const values = valuesOf(ctx, sample, known);
    const products =
      "brand" in sample.holder
        ? (known.products.get(sample.holder.brand) ?? []).slice(...(sample.products ?? [0, 0]))
        : [];
    const attached =
      documents.get(sample.sameFileAs ?? "") ??
      (await documentOf(ctx, { sample, values, products, sheet: documents.size + 1 }));
    documents.set(sample.number, attached);
    const sha256 = await sha256Of(attached);
    await insertCertificates(then, [
      {
        id: id!,
        values,
        lines: products.map((product, at) => ({
          id: lineIds[at]!,
          name: product.name,
          brand: null,
          gtin: product.gtin,
          productId: product.id,
        })),
        columns: storedOf(then, sample, { known, sha256, supersedesId: idsByNumber.get(sample.renews ?? "") ?? null }),
      },
    ]);
    idsByNumber.set(sample.number, id!);
    await strike(then, lineIds.slice(0, Math.min(sample.removed ?? 0, products.length)), sample.reason);
    if (sample.wasSuspended) await recordSuspension(then, id!);
    if (sample.hasNoFile !== true) await attachDocument(then, id!, { place, sample, attached: attached });
  }
  // For expired ones the notices were sent long ago.
  await ctx.db.execute(sql`
    insert into certificate_notices (certificate_id, days_before, sent_at)
    select id, -1, ends_at from certificates where state = 'verified' and ends_at <= ${ctx.now}::timestamptz`);
}

const countryNames = new Intl.DisplayNames("en", { type: "region" });
const printedDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

type KnownRecords = Awaited<ReturnType<typeof readKnown>>;
type Product = { readonly id: string; readonly name: string; readonly gtin: string | null };

async function readKnown(ctx: Ctx) {
  const read = async <Row>(query: ReturnType<typeof sql>) => {
    const result = await ctx.db.execute(query);
    return (result as { rows: Row[] }).rows;
  };
  const named = async (query: ReturnType<typeof sql>) =>
    new Map((await read<{ id: string; name: string }>(query)).map((row) => [row.name, row.id]));
  const rows = await read<Product & { brand: string }>(sql`
    select products.id, products.name, products.gtin, brands.name as brand
      from products join brands on brands.id = products.brand_id
     where products.status <> 'archived'
     order by products.number`);
  const products = new Map<string, Product[]>();
  for (const row of rows) products.set(row.brand, [...(products.get(row.brand) ?? []), row]);
  const [reviewer] = await read<{ id: string }>(sql`
    select user_roles.user_id as id
      from user_roles join roles on roles.id = user_roles.role_id
     where roles.code in ('halal_reviewer', 'admin')
     order by roles.code desc, user_roles.user_id
     limit 1`);
  return {
    products,
    reviewerId: reviewer?.id ?? null,
    bodies: await named(sql`select id, acronym as name from certifying_bodies`),
    standards: await named(
      sql`select distinct on (code) id, code as name from halal_standards order by code, edition desc`,
    ),
    brands: await named(sql`select id, name from brands`),
    retailers: await named(sql`select id, trading_name as name from retailers`),
  };
}

function valuesOf(ctx: Ctx, sample: SampleCertificate, known: KnownRecords): CertificateInput {
  const { holder, days } = sample;
  const dayline = sample.dayline ? daylineAt(ctx.now) : null;
  const timezone = dayline ? dayline[sample.dayline!] : sample.timezone;
  const today = dayIn(ctx.now, timezone);
  const day = (distance: number | null) => (distance === null ? null : addDays(today, distance));
  const holderName = sample.holderName ?? Object.values(holder)[0]!;
  const bodyId = known.bodies.get(sample.body);
  if (bodyId === undefined) throw new Error(`no sample body ${sample.body}`);
  const brandId = "brand" in holder ? known.brands.get(holder.brand) : undefined;
  const retailerId = "retailer" in holder ? known.retailers.get(holder.retailer) : undefined;
  return {
    ...certificateFields.empty,
    bodyId,
    certificateNo: sample.number,
    holderType: brandId ? "brand" : retailerId ? "retailer" : "external",
    holderBrandId: brandId ?? null,
    holderRetailerId: retailerId ?? null,
    holderName,
    holderCountry: sample.country,
    standardIds: sample.standards.flatMap((code) => known.standards.get(code) ?? []),
    timezone,
    issuedOn: day(days[0]),
    validFrom: day(days[1]),
    expiresOn: dayline ? dayline.day : day(days[2]),
    reviewDueOn: days[2] === null ? day(-21) : null,
    ...sample.more,
  };
}

type Circumstances = { readonly known: KnownRecords; readonly sha256: string; readonly supersedesId: string | null };

/** The fields that its transitions have written. */
function storedOf(
  then: Ctx,
  sample: SampleCertificate,
  { known, sha256, supersedesId }: Circumstances,
): Partial<CertificateRecord> {
  const { state, reason = null } = sample;
  const wasVerified = ["verified", "suspended", "withdrawn", "superseded"].includes(state);
  return {
    state,
    stateReason: state === "verified" ? null : reason,
    supersedesId,
    revision: supersedesId === null ? 1 : 2,
    ...(state === "draft" ? {} : { submittedAt: then.now }),
    ...(wasVerified
      ? {
          verifiedAt: then.now,
          // A placeholder in an installation without users.
          verifiedBy: known.reviewerId ?? "00000000-0000-7000-8000-000000000000",
          verificationMethod: sample.more?.evidenceLevel === "registry_verified" ? "registry_lookup" : "document",
          verifiedSha256: sha256,
          nextCheckDueOn: addDays(
            dayIn(then.now, sample.timezone),
            (sample.nextCheck ?? 120) - Math.min(-1, Math.max(sample.days[0], -365)),
          ),
        }
      : {}),
  };
}

/** The log of one that was suspended for three weeks and then reinstated. */
async function recordSuspension(then: Ctx, resourceId: string): Promise<void> {
  const resource = auditResource;
  const [suspended, verified] = ["suspended", "verified"];
  await recordAudit({ ...then, now: addMs(then.now, 40 * dayMs) }, [
    {
      action: "suspend",
      resource,
      resourceId,
      reason: "The body inspects the slaughterhouse again",
      changes: { state: { before: verified, after: suspended } },
    },
  ]);
  const back = { ...then, now: addMs(then.now, 61 * dayMs) };
  await recordAudit(back, [
    {
      action: "reinstate",
      resource,
      resourceId,
      reason: "The inspection found nothing",
      changes: { state: { before: suspended, after: verified } },
    },
  ]);
  await then.db
    .update(certificatesTable)
    .set({ stateChangedAt: back.now, updatedAt: back.now, version: 3 })
    .where(eq(certificatesTable.id, resourceId));
}

async function strike(then: Ctx, ids: readonly string[], reason = "Not in the scope any more"): Promise<void> {
  for (const id of ids) {
    await then.db
      .update(certificateLinesTable)
      .set({ status: "removed", removedAt: addMs(then.now, 30 * dayMs), removedReason: reason })
      .where(sql`${certificateLinesTable.id} = ${id}`);
  }
}

type SampleDocument = {
  readonly place: number;
  readonly sample: SampleCertificate;
  readonly attached: Uint8Array<ArrayBuffer>;
};

async function attachDocument(
  then: Ctx,
  certificateId: string,
  { place, sample, attached: paper }: SampleDocument,
): Promise<void> {
  const [fileId] = idsFor(then, place + 500);
  const name = `${sample.number.toLowerCase()}.${sample.isPicture ? "png" : "pdf"}`;
  await keepFile(then, certificateDocuments, { id: fileId!, name, bytes: paper });
  await attachFiles(then, certificateDocuments, { recordId: certificateId, fileIds: [fileId!] });
  await then.db
    .insert(certificateDocumentsTable)
    .values({ certificateId, fileId: fileId!, position: 0, kind: "certificate", language: "en" });
}

type DocumentContent = {
  readonly sample: SampleCertificate;
  readonly values: CertificateInput;
  readonly products: readonly Product[];
  /** Different for each, as no two certificates have the same file. */
  readonly sheet: number;
};

/** A sheet has room for so many. */
const printedProductsMax = 16;

async function documentOf(
  ctx: Ctx,
  { sample, values, products, sheet }: DocumentContent,
): Promise<Uint8Array<ArrayBuffer>> {
  if (sample.isPicture)
    return ctx.readSample(`features/halal/certificates/api/samples/${sample.number.toLowerCase()}.png`);
  const dated = (label: string, day: string | null) =>
    day === null ? [] : [`${label}: ${printedDay.format(new Date(day))}`];
  return sampleDocument(`${sample.body} (demonstration)`, [
    `Certificate no.: ${sample.number}`,
    `Holder: ${values.holderName}`,
    `Country: ${countryNames.of(sample.country)}`,
    `Standard: ${sample.standards.join(", ")}`,
    ...dated("Issued on", values.issuedOn),
    ...dated("Valid from", values.validFrom),
    ...dated("Valid until", values.expiresOn),
    `Sheet ${sheet}`,
    "",
    ...products
      .slice(0, printedProductsMax)
      .map(({ name, gtin }) => `${gtin === null ? "No barcode" : printedGtin(gtin)}   ${name}`),
  ]);
}

/** One for the certificate, the others for its lines. Deterministic. */
const idsFor = ({ now }: Ctx, place: number): string[] =>
  Array.from({ length: 60 }, (_, part) => sampleId(now, place * 64 + part + 7001));
