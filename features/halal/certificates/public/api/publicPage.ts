import { and, asc, eq, inArray } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { dayIn } from "#base/days.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { readStandards, readSites } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { clockOf } from "#features/halal/certificates/record/api/toCertificate.ts";
import { certificateLinesTable as lines, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { bodiesTable } from "#features/halal/certifiers/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import { registryLinkOf } from "#features/halal/certificates/rules.ts";
import { publicProductsMax } from "#features/halal/certificates/public/contract.ts";

const { acronym, name, nameI18n, country, website, status, renewalFromDays, registryLookupTemplate } = bodiesTable;
const shownBody = { acronym, name, nameI18n, country, website, status, renewalFromDays, registryLookupTemplate };

/**
 * The public facts of a certificate that two people verified: its contents, its state at this moment, and the evidence.
 * Nothing about staff, no notes, and no reasons, which may name a user.
 *
 * Refuses with `not_found`, also for a certificate that was never verified.
 */
export async function readPublicCertificate(
  ctx: Ctx,
  { code }: Input<typeof certificates.readPublic>,
): Promise<Output<typeof certificates.readPublic>> {
  const [found] = await ctx.db
    .select({ record: table, body: shownBody })
    .from(table)
    .innerJoin(bodiesTable, eq(bodiesTable.id, table.bodyId))
    .where(
      and(eq(table.number, numberOf(code)), inArray(table.state, ["verified", "suspended", "withdrawn", "superseded"])),
    );
  if (found === undefined) throw commonRefusals.not_found();
  const { record, body } = found;
  const [standards, sites, listed, successor] = await Promise.all([
    readStandards(ctx, record.id),
    readSites(ctx, record.id),
    ctx.db
      .select({ name: lines.name, gtin: lines.gtin })
      .from(lines)
      .where(and(eq(lines.certificateId, record.id), eq(lines.status, "listed")))
      .orderBy(asc(lines.position), asc(lines.id)),
    readStandingSuccessor(ctx, record.id),
  ]);
  return {
    ...record,
    body: {
      acronym: body.acronym,
      name: body.name,
      nameI18n: body.nameI18n,
      country: body.country,
      website: body.website,
    },
    standards: standards.map(({ code: standard, edition, title }) => ({ code: standard, edition, title })),
    sites: sites.map((site) => ({ name: site.name, country: site.country })),
    products: listed.slice(0, publicProductsMax),
    productCount: listed.length,
    ...clockOf(record, body.renewalFromDays, ctx),
    isBodySuspended: body.status !== "active",
    verifiedOn: record.verifiedAt && dayIn(record.verifiedAt, record.timezone),
    lastCheckedOn: record.lastCheckedAt && dayIn(record.lastCheckedAt, record.timezone),
    registryLink: record.registryUrl ?? registryLinkOf(body.registryLookupTemplate, record.certificateNo),
    supersededBy: successor,
    toldAt: ctx.now,
  };
}

/** `CERT-000114`, however its letters and zeros are typed. */
const numberOf = (code: string): number => {
  const digits = /^(?:cert)?[-\s]?(\d{1,15})$/i.exec(code.trim())?.[1];
  return digits === undefined ? 0 : Number(digits);
};

async function readStandingSuccessor(ctx: Ctx, id: string): Promise<string | null> {
  const [next] = await ctx.db
    .select({ code: table.code })
    .from(table)
    .where(and(eq(table.supersedesId, id), eq(table.state, "verified")));
  return next?.code ?? null;
}
