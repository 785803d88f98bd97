import { sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { HalalState } from "#base/halal.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { readProofs } from "#features/retail/offers/api/service/proofs.ts";
import type { offers, Recognition } from "#features/retail/offers/contract.ts";

type ProductRow = { id: string; code: string; gtin: string; name: string; brand: string; state: HalalState };
type CoveringCertificate = {
  certificateId: string;
  standing: string;
  heldUntil: string | null;
  recognition: Recognition | null;
  isReviewOverdue: boolean;
};

/** Refuses with `not_found` if no published product has this GTIN. */
export async function readHalal(
  ctx: Ctx,
  { gtin, market }: Input<typeof offers.halal>,
): Promise<Output<typeof offers.halal>> {
  const found = await ctx.db.execute(sql`
    select product.id, product.code, product.gtin, product.name, brand.name as brand, halal.state
      from products product
      join brands brand on brand.id = product.brand_id
     cross join lateral product_halal(product.id, ${ctx.now}::timestamptz) as halal
     where product.gtin = ${gtin} and product.status = 'published'`);
  const [product] = (found as { rows: ProductRow[] }).rows;
  if (product === undefined) throw commonRefusals.not_found();
  const covering = await readCovering(ctx, product.id, market ?? null);
  const proofs = await readProofs(
    ctx,
    covering.map(({ certificateId }) => certificateId),
  );
  const standing = covering.filter((each) => each.standing === "stands");
  const last = covering.find(({ heldUntil }) => heldUntil !== null);
  const { id: _, state, ...named } = product;
  return {
    product: named,
    state,
    at: ctx.now,
    certificates: standing.map(({ certificateId, recognition, isReviewOverdue }) => ({
      ...proofs.get(certificateId)!,
      isReviewOverdue,
      recognition,
      isRecognised: recognition === null || recognition === "unknown" ? null : recognition === "recognised",
    })),
    last:
      standing.length > 0 || last === undefined
        ? null
        : { ...proofs.get(last.certificateId)!, standing: last.standing, heldUntil: last.heldUntil },
  };
}

/** Certificates that cover a product now, the longest valid first, and those that did, the latest first. */
async function readCovering(ctx: Ctx, productId: string, market: string | null): Promise<CoveringCertificate[]> {
  const found = await ctx.db.execute(sql`
    select covering.certificate_id as "certificateId", covering.standing,
           case when covering.standing in ('stands', 'unverified', 'not_started') then null
                else to_char(covering.held_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "heldUntil",
           case when ${market}::text is not null
                then body_recognition(covering.body_id, ${market}::text,
                                      (${ctx.now}::timestamptz at time zone 'UTC')::date) end as recognition,
           covering.review_due_at <= ${ctx.now}::timestamptz is true as "isReviewOverdue"
      from product_certificates(${ctx.now}::timestamptz) as covering
     where covering.product_id = ${productId}::uuid
     order by covering.standing = 'stands' desc,
              case when covering.standing = 'stands' then coalesce(covering.ends_at, 'infinity') else covering.held_until end
                desc nulls last,
              covering.certificate_id`);
  return (found as { rows: CoveringCertificate[] }).rows;
}
