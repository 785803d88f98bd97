import { sql } from "drizzle-orm";
import { standardName } from "#base/halal.ts";
import type { Ctx } from "#api/context.ts";
import type { Proof } from "#features/retail/offers/contract.ts";

type ProofRow = Omit<Proof, "body" | "lookupUrl" | "standards"> & {
  readonly standards: readonly { readonly code: string; readonly edition: string }[];
  readonly id: string;
  readonly acronym: string;
  readonly bodyName: string;
  readonly bodyCountry: string;
  readonly registryUrl: string | null;
  readonly template: string | null;
};

/** The public fields of certificates, by their ids. */
export async function readProofs(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Proof>> {
  if (ids.length === 0) return new Map();
  const found = await ctx.db.execute(sql`
    select certificate.id, certificate.code, certificate.certificate_no as "certificateNo", body.acronym,
           body.name as "bodyName", body.country as "bodyCountry", body.registry_url as "registryUrl",
           body.registry_lookup_template as template, certificate.evidence_level as "evidenceLevel",
           certificate.stunning_policy as "stunningPolicy", certificate.scope_text as scope,
           certificate.valid_from::text as "validFrom", certificate.expires_on::text as "expiresOn",
           coalesce((select json_agg(json_build_object('code', standard.code, 'edition', standard.edition)
                                     order by standard.code, standard.edition)
                       from certificate_standards named
                       join halal_standards standard on standard.id = named.standard_id
                      where named.certificate_id = certificate.id), '[]') as standards
      from certificates certificate
      join certifying_bodies body on body.id = certificate.body_id
     where certificate.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`);
  return new Map((found as { rows: ProofRow[] }).rows.map((row) => [row.id, proofOf(row)]));
}

function proofOf({
  id: _,
  acronym,
  bodyName,
  bodyCountry,
  registryUrl,
  template,
  standards,
  ...proof
}: ProofRow): Proof {
  return {
    ...proof,
    standards: standards.map(standardName),
    body: { acronym, name: bodyName, country: bodyCountry, registryUrl },
    lookupUrl: template?.replace("{number}", encodeURIComponent(proof.certificateNo)) ?? null,
  };
}
