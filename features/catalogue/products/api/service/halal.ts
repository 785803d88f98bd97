import { type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { productStore } from "#features/catalogue/products/api/store.ts";
import type { products } from "#features/catalogue/products/contract.ts";
import type { HalalState } from "#base/halal.ts";
import type { ProductHalal } from "#features/catalogue/products/contract/relatedRecords.ts";

type HalalRow = Omit<ProductHalal["certificates"][number], "startsAt" | "endsAt" | "heldUntil" | "isDeciding"> & {
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly heldUntil: string | null;
};

/** The state of this moment, and every certificate that names the product. Refuses with `not_found`. */
export async function readProductHalal(ctx: Ctx, { id }: Input<typeof products.halal>): Promise<ProductHalal> {
  await productStore.requireVisible(ctx, id);
  const at = sql`${ctx.now}::timestamptz`;
  const states = await rowsOf<{
    state: HalalState;
    certificate_id: string | null;
    ends_at: Date | null;
    last_day: string | null;
    relevance: ProductHalal["relevance"];
  }>(
    ctx,
    sql`select halal.state, halal.certificate_id, halal.ends_at,
               last_valid_day(halal.ends_at, proof.timezone)::text as last_day,
               category.effective_halal_relevance as relevance
          from products as product
          left join categories as category on category.id = product.category_id
          join product_halal_of(array[${id}::uuid], ${at}) as halal on halal.product_id = product.id
          left join certificates as proof on proof.id = halal.certificate_id
         where product.id = ${id}`,
  );
  const [state] = states;
  if (state === undefined) throw commonRefusals.not_found();
  const found = await rowsOf<HalalRow>(
    ctx,
    sql`select certificate.id as "certificateId", certificate.code, certificate.certificate_no as "certificateNo",
               certificate.revision, body.acronym as "bodyAcronym", body.name as "bodyName",
               line.name_on_certificate as "nameOnCertificate", standing.standing,
               coalesce(standing.is_expiring, false) as "isExpiring", certificate.timezone,
               certificate.starts_at as "startsAt",
               certificate.ends_at as "endsAt",
               case when standing.standing not in ('stands', 'unverified', 'not_started') then standing.held_until end as "heldUntil",
               certificate.evidence_level as "evidenceLevel", certificate.stunning_policy as "stunningPolicy",
               case when line.status = 'removed' then line.removed_reason else certificate.state_reason end as reason
          from product_certificates(${at}) as standing
          join certificates as certificate on certificate.id = standing.certificate_id
          join certifying_bodies as body on body.id = certificate.body_id
          join lateral (
                 select * from certificate_products
                  where certificate_id = certificate.id and product_id = ${id}
                  order by status limit 1) as line on true
         where standing.product_id = ${id}
         order by standing_rank(standing.standing), coalesce(certificate.ends_at, 'infinity') desc, certificate.id`,
  );
  return {
    state: state.state,
    certificateId: state.certificate_id,
    endsAt: instantOf(state.ends_at),
    lastDay: state.last_day,
    relevance: state.relevance,
    certificates: found.map((each) => ({
      ...each,
      startsAt: instantOf(each.startsAt),
      endsAt: instantOf(each.endsAt),
      heldUntil: instantOf(each.heldUntil),
      isDeciding: each.certificateId === state.certificate_id,
    })),
  };
}

const instantOf = (value: string | Date | null): Instant | null =>
  value === null ? null : new Date(value).toISOString();

async function rowsOf<Row>(ctx: Ctx, query: SQL): Promise<Row[]> {
  return ((await ctx.db.execute(query)) as { rows: Row[] }).rows;
}
