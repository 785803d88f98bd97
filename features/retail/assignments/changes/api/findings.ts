import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { instantOf, rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import type { Finding, FindingReason } from "#features/retail/assignments/contract/rows.ts";

/** A product at a retailer, and at one of its locations or all of them. */
export type Pair = { readonly productId: string; readonly retailerId: string; readonly locationId: string | null };

export const pairKey = ({ productId, retailerId, locationId }: Pair): string =>
  `${productId} ${retailerId} ${locationId ?? ""}`;

/** The result of the rule for a pair. */
export type Verdict = {
  readonly findings: readonly Finding[];
  /** The certificate that proves it here; null if none does or none is required. */
  readonly proofId: string | null;
};

/** SQL for the first blocking reason of a row of `promotion_of` named `pair`; null if nothing blocks. */
export const blockedBy = sql.raw(`
  case
    when not pair.is_published then 'PRODUCT_NOT_PUBLISHED'
    when not pair.is_brand_active then 'BRAND_NOT_ACTIVE'
    when not pair.is_retailer_active then 'RETAILER_NOT_ACTIVE'
    when pair.is_halal_required and pair.halal_reason is not null then pair.halal_reason
    when pair.is_premise_required then pair.premise_reason
  end`);

type FindingRow = {
  readonly product_id: string;
  readonly retailer_id: string;
  readonly location_id: string | null;
  readonly reason: FindingReason | null;
  readonly is_blocking: boolean;
  readonly certificate_id: string | null;
  readonly is_meat_by_category: boolean;
};

/**
 * The rule's findings for each pair at present, blocking ones first, by `pairKey`. One statement for any number of
 * pairs, and one for the certificates that they name.
 */
export async function readVerdicts(ctx: Ctx, pairs: readonly Pair[]): Promise<ReadonlyMap<string, Verdict>> {
  if (pairs.length === 0) return new Map();
  const found = await rowsOf<FindingRow>(
    ctx,
    sql`
    select pair.product_id, pair.retailer_id, pair.location_id, pair.is_meat_by_category, finding.*
      from promotion_of(${uuids(pairs.map(({ productId }) => productId))},
                        ${uuids(pairs.map(({ retailerId }) => retailerId))},
                        ${places(pairs)}, ${ctx.now}::timestamptz) as pair
     cross join lateral (values
             (1, case when not pair.is_published then 'PRODUCT_NOT_PUBLISHED' end, true, null::uuid),
             (2, case when not pair.is_brand_active then 'BRAND_NOT_ACTIVE' end, true, null),
             (3, case when not pair.is_retailer_active then 'RETAILER_NOT_ACTIVE' end, true, null),
             (4, pair.halal_reason, pair.is_halal_required, pair.certificate_id),
             (5, pair.premise_reason, pair.is_premise_required, pair.premise_certificate_id),
             -- Not a finding: that it was looked at, and by what it is proved.
             (6, null, false, pair.proof_id)
           ) as finding (place, reason, is_blocking, certificate_id)
     where finding.reason is not null or finding.place = 6
     order by finding.is_blocking desc, finding.place`,
  );
  const fixes = await readFixes(ctx, found);
  const verdicts = new Map<string, { findings: Finding[]; proofId: string | null }>();
  for (const row of found) {
    const key = pairKey({ productId: row.product_id, retailerId: row.retailer_id, locationId: row.location_id });
    const verdict = verdicts.get(key) ?? { findings: [], proofId: null };
    verdicts.set(key, verdict);
    if (row.reason === null) verdict.proofId = row.certificate_id;
    else verdict.findings.push(fixes(row, row.reason));
  }
  return verdicts;
}

const places = (pairs: readonly Pair[]) =>
  sql`${`{${pairs.map(({ locationId }) => locationId ?? "NULL").join(",")}}`}::uuid[]`;

// ------------------------------------------------------------------------------------------------ the nearest fix

type FixKind = Finding["fix"]["kind"];
type NamedCertificate = {
  id: string;
  code: string;
  ends_at: string | null;
  last_day: string | null;
  body: string;
  body_id: string;
};
type PendingCertificate = {
  product_id: string;
  id: string;
  code: string;
  state: string;
  starts_at: string | null;
  first_day: string | null;
  kind: FixKind;
};

const certificateReasons: ReadonlySet<FindingReason> = new Set([
  "HALAL_EXPIRED",
  "HALAL_SUSPENDED",
  "HALAL_WITHDRAWN",
  "HALAL_SCOPE_REDUCED",
  "HALAL_NOT_STARTED",
  "HALAL_UNVERIFIED",
  "HALAL_MISSING",
  "HALAL_BODY_SUSPENDED",
]);

/** Adds to each finding the certificate it is about and the quickest fix. Two statements for all of them. */
async function readFixes(ctx: Ctx, found: readonly FindingRow[]) {
  const certificateIds = [...new Set(found.flatMap(({ certificate_id: id, reason }) => (reason && id ? [id] : [])))];
  const lacking = [
    ...new Set(found.filter(({ reason }) => reason && certificateReasons.has(reason)).map((row) => row.product_id)),
  ];
  const named = new Map((await readNamed(ctx, certificateIds)).map((row) => [row.id, row]));
  const waiting = new Map((await readWaiting(ctx, lacking)).map((row) => [row.product_id, row]));
  return (row: FindingRow, reason: FindingReason): Finding => {
    const certificate = named.get(row.certificate_id ?? "");
    const renewal = certificateReasons.has(reason) ? waiting.get(row.product_id) : undefined;
    return {
      reason,
      isBlocking: row.is_blocking,
      isMeatByCategory: reason === "SLAUGHTER_POLICY_UNKNOWN" && row.is_meat_by_category,
      certificate: certificate
        ? {
            id: certificate.id,
            code: certificate.code,
            endsAt: instantOf(certificate.ends_at),
            lastDay: certificate.last_day,
            body: certificate.body,
            bodyId: certificate.body_id,
          }
        : null,
      fix: renewal
        ? {
            kind: renewal.kind,
            certificate: {
              id: renewal.id,
              code: renewal.code,
              startsAt: instantOf(renewal.starts_at),
              firstDay: renewal.first_day,
            },
          }
        : { kind: plainFixes[reason], certificate: null },
    };
  };
}

const plainFixes: Readonly<Record<FindingReason, FixKind>> = {
  PRODUCT_NOT_PUBLISHED: "publish_product",
  BRAND_NOT_ACTIVE: "activate_brand",
  RETAILER_NOT_ACTIVE: "activate_retailer",
  HALAL_EXPIRED: "renew_certificate",
  HALAL_SUSPENDED: "open_certificate",
  HALAL_WITHDRAWN: "add_certificate",
  HALAL_SCOPE_REDUCED: "open_certificate",
  HALAL_NOT_STARTED: "open_certificate",
  HALAL_UNVERIFIED: "open_certificate",
  HALAL_MISSING: "add_certificate",
  HALAL_BODY_SUSPENDED: "see_body",
  HALAL_REVIEW_OVERDUE: "review_certificate",
  BODY_NOT_RECOGNISED: "see_recognitions",
  BODY_RECOGNITION_UNKNOWN: "see_recognitions",
  BODY_NOT_ACCREDITED: "see_body",
  SLAUGHTER_POLICY_UNKNOWN: "open_certificate",
  PREMISE_CERT_EXPIRED: "renew_certificate",
  PREMISE_CERT_SUSPENDED: "open_certificate",
  PREMISE_CERT_WITHDRAWN: "add_premise_certificate",
  PREMISE_CERT_SCOPE_REDUCED: "open_certificate",
  PREMISE_CERT_NOT_STARTED: "open_certificate",
  PREMISE_CERT_UNVERIFIED: "open_certificate",
  PREMISE_CERT_MISSING: "add_premise_certificate",
  PREMISE_CERT_BODY_SUSPENDED: "see_body",
  PREMISE_CERT_REVIEW_OVERDUE: "review_certificate",
  PREMISE_BODY_NOT_RECOGNISED: "see_recognitions",
  PREMISE_BODY_RECOGNITION_UNKNOWN: "see_recognitions",
  PREMISE_BODY_NOT_ACCREDITED: "see_body",
};

const readNamed = (ctx: Ctx, ids: readonly string[]): Promise<NamedCertificate[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : rowsOf<NamedCertificate>(
        ctx,
        sql`
        select certificate.id, certificate.code, certificate.ends_at,
               last_valid_day(certificate.ends_at, certificate.timezone)::text as last_day,
               body.acronym as body, body.id as body_id
          from certificates as certificate
          join certifying_bodies as body on body.id = certificate.body_id
         where certificate.id = any(${uuids(ids)})`,
      );

/**
 * For each product without a certificate, the closest one: verified and about to begin, submitted for verification, or
 * a draft; else an unmatched certificate line with its barcode, or with its name and brand.
 */
const readWaiting = (ctx: Ctx, productIds: readonly string[]): Promise<PendingCertificate[]> =>
  productIds.length === 0
    ? Promise.resolve([])
    : rowsOf<PendingCertificate>(
        ctx,
        sql`
        select distinct on (product_id) *
          from (
            select standing.product_id, certificate.id, certificate.code, certificate.state, certificate.starts_at,
                   certificate.valid_from::text as first_day,
                   case when standing.standing = 'not_started' then 'await_renewal'
                        when certificate.state = 'submitted' then 'verify_renewal' else 'finish_renewal' end as kind,
                   case when standing.standing = 'not_started' then 1
                        when certificate.state = 'submitted' then 2 else 3 end as distance
              from product_certificates(${ctx.now}::timestamptz) as standing
              join certificates as certificate on certificate.id = standing.certificate_id
             where standing.product_id = any(${uuids(productIds)}) and standing.standing in ('not_started', 'unverified')
             union all
            select product.id, certificate.id, certificate.code, certificate.state, certificate.starts_at,
                   certificate.valid_from::text, 'link_line', 4
              from products as product
              join certificates as certificate
                on certificate.holder_brand_id = product.brand_id and certificate.state in ('submitted', 'verified')
              join certificate_products as line
                on line.certificate_id = certificate.id and line.product_id is null and line.status = 'listed'
               and (line.gtin = product.gtin or lower(line.name_on_certificate) = lower(product.name))
             where product.id = any(${uuids(productIds)})
          ) as near
         order by product_id, distance, starts_at desc, id`,
      );
