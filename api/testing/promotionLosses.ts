import { sql, type SQL } from "drizzle-orm";
import type { Product, Retailer, World } from "#api/testing/promotionModel.ts";
import { countries } from "#api/testing/promotionWorld.ts";

// ------------------------------------------------------------------------------------------------ what is removed

type Loss = readonly [name: string, statement: SQL];

/** The loss of each single piece of evidence, in every way. */
export function lossesOf(world: World): Loss[] {
  const losses: Loss[] = [];
  const lose = (name: string, statement: SQL) => losses.push([name, statement]);
  for (const { id, kind, state } of world.certificates) {
    const set = (what: string, assignment: SQL) =>
      lose(
        `certificate ${id} (${kind}, ${state}): ${what}`,
        sql`update certificates set ${assignment} where id = ${id}::uuid`,
      );
    for (const worse of ["suspended", "withdrawn"]) set(worse, sql`state = ${worse}`);
    set(
      "ends yesterday",
      sql`valid_from = '2026-01-01', issued_on = '2026-01-01', expires_on = '2026-01-02', validity_basis = 'dated'`,
    );
    set("taken over", sql`superseded_from = '2026-01-02T00:00:00Z'`);
    set("review long due", sql`review_due_on = '2026-01-02'`);
    for (const other of ["premise", "abattoir", "raw_material", "scheme_service", "consignment"])
      if (kind === "product") set(`kind ${other}`, sql`kind = ${other}`);
    for (const unsaid of ["unknown", "not_applicable"]) {
      set(`stunning ${unsaid}`, sql`stunning_policy = ${unsaid}`);
      set(`slaughter ${unsaid}`, sql`slaughter_method = ${unsaid}`);
    }
    lose(
      `lines of ${id} removed`,
      sql`
      update certificate_products set status = 'removed', removed_at = '2026-02-01' where certificate_id = ${id}::uuid and status = 'listed'`,
    );
    lose(`lines of ${id} deleted`, sql`delete from certificate_products where certificate_id = ${id}::uuid`);
  }
  for (const { id } of world.bodies) {
    for (const status of ["suspended", "archived"])
      lose(
        `body ${id} ${status}`,
        sql`update certifying_bodies set status = ${status}, status_reason = 'So' where id = ${id}::uuid`,
      );
    lose(`accreditations of ${id} deleted`, sql`delete from accreditations where body_id = ${id}::uuid`);
    lose(
      `accreditations of ${id} lapse`,
      sql`
      update accreditations set valid_from = null, valid_to = '2026-01-02' where body_id = ${id}::uuid`,
    );
    lose(
      `accreditations of ${id} withdrawn`,
      sql`
      update accreditations set withdrawn_on = '2026-01-02', withdrawn_reason = 'So' where body_id = ${id}::uuid`,
    );
    for (const country of countries) {
      const its = sql`body_id = ${id}::uuid and market = ${country}`;
      lose(`recognition of ${id} in ${country} deleted`, sql`delete from body_recognitions where ${its}`);
      lose(
        `recognition of ${id} in ${country} lapses`,
        sql`
        update body_recognitions set valid_from = null, valid_to = '2026-01-02' where ${its}`,
      );
    }
  }
  return losses;
}

/** Every requirement, made stricter. */
export function demandsOf(world: World): Loss[] {
  const demands: Loss[] = [];
  const demand = (name: string, statement: SQL) => demands.push([name, statement]);
  for (const { id, policy } of world.retailers) {
    const set = (what: string, assignment: SQL) =>
      demand(
        `type of ${id}: ${what}`,
        sql`
        update retailer_types set ${assignment} where id = (select retailer_type_id from retailers where id = ${id}::uuid)`,
      );
    set("asks for slaughter", sql`needs_slaughter_policy = true`);
    for (const stricter of stricterThan[policy]!) set(stricter, sql`certificate_policy = ${stricter}`);
  }
  for (const { id, relevance, hasMeat } of world.products) {
    if (hasMeat === null) demand(`${id} is meat`, sql`update products set contains_meat = true where id = ${id}::uuid`);
    if (relevance === null) continue;
    demand(
      `${id} must be certified`,
      sql`
      update categories set effective_halal_relevance = 'required'
       where id = (select category_id from products where id = ${id}::uuid)`,
    );
  }
  for (const { market: country } of world.markets) {
    const set = (what: string, assignment: SQL) =>
      demand(`${country}: ${what}`, sql`update recognition_policies set ${assignment} where market = ${country}`);
    set("blocks", sql`policy = 'block'`);
    set("blocks what is not known", sql`unknown_policy = 'block'`);
    set(
      "warns of the accreditation",
      sql`accreditation_policy = case accreditation_policy when 'accept' then 'warn' else accreditation_policy end`,
    );
    set("asks for accreditation", sql`accreditation_policy = 'block'`);
    set("no grace", sql`review_grace_days = 0`);
  }
  return demands;
}

const stricterThan: Readonly<Record<string, readonly string[]>> = {
  none: ["warn", "require_product", "require_premise", "require_both"],
  warn: ["require_premise", "require_both"],
  require_product: ["require_both"],
  require_premise: ["require_both"],
  require_both: [],
};

// ------------------------------------------------------------------------------------------------ what must be
// impossible

export const isMeat = ({ hasMeat, categoryHasMeat }: Product) => hasMeat ?? categoryHasMeat ?? false;
const asksProof = ({ relevance }: Product) => relevance === "required" || relevance === null;

/** Removes all evidence of one kind. `leaves` says what may still be promoted. */
type EvidenceRemoval = {
  readonly name: string;
  readonly statement: SQL;
  readonly leaves: (product: Product, retailer: Retailer) => boolean;
};

export function emptyings(world: World): EvidenceRemoval[] {
  const decided = (country: string) => world.markets.find((each) => each.market === country);
  return [
    {
      name: "no certificate of a product",
      statement: sql`update certificates set state = 'withdrawn' where kind = 'product'`,
      leaves: (product) => !asksProof(product),
    },
    {
      name: "nothing said of stunning",
      statement: sql`update certificates set stunning_policy = 'not_applicable'`,
      leaves: (product, retailer) => !(asksProof(product) && retailer.asksSlaughter && isMeat(product)),
    },
    {
      name: "nothing said of slaughter",
      statement: sql`update certificates set slaughter_method = 'unknown'`,
      leaves: (product, retailer) => !(asksProof(product) && retailer.asksSlaughter && isMeat(product)),
    },
    {
      name: "every review long overdue",
      statement: sql`
        update certificates
           set validity_basis = 'open_ended', expires_on = null, review_due_on = '2025-01-01'`,
      leaves: (product) => !asksProof(product),
    },
    {
      name: "every recognition lapsed",
      statement: sql`update body_recognitions set valid_from = null, valid_to = '2026-01-02'`,
      leaves: (product, { country }) =>
        !(asksProof(product) && decided(country)?.hasList === true && decided(country)?.policy === "block"),
    },
    {
      name: "every body suspended",
      statement: sql`update certifying_bodies set status = 'suspended', status_reason = 'So'`,
      leaves: (product) => !asksProof(product),
    },
    {
      name: "no accreditation",
      statement: sql`delete from accreditations`,
      leaves: (product, { country }) => !(asksProof(product) && decided(country)?.accreditationPolicy === "block"),
    },
  ];
}
