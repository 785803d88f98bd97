import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { market } from "#api/testing/market.ts";
import {
  type Certificate,
  expected,
  expectedState,
  type Product,
  type Recognition,
  type Retailer,
  type World,
  zones,
} from "#api/testing/promotionModel.ts";
import { openTestDatabase, rowsOf } from "#api/testing/testDatabase.ts";

const { db, close } = await openTestDatabase();
const made = market(db);
afterAll(close);

// ------------------------------------------------------------------------------------------------ random worlds

/** Mulberry32: the same worlds at every run. */
function randomOf(seed: number) {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <Each>(values: readonly Each[]): Each => values[Math.floor(fraction() * values.length)]!;
  const chance = (share: number) => fraction() < share;
  return { pick, chance };
}
type Random = ReturnType<typeof randomOf>;

const countries = ["GB", "MY", "AE"];
const days = [
  "2026-01-01",
  "2026-06-30",
  "2026-11-18",
  "2026-11-19",
  "2026-11-20",
  "2026-11-21",
  "2027-02-15",
  "2027-06-30",
];
const pastDays = days.slice(0, 5);

/** What two worlds in one database would share. */
const forgetRecognitions = async () => {
  await db.execute(sql`delete from body_recognitions`);
  await db.execute(sql`delete from recognition_policies`);
};
const beLenient = (country: string) =>
  db.execute(sql`insert into recognition_policies (market, policy, updated_at) values (${country}, 'warn', now())`);

async function makeWorld(random: Random): Promise<World> {
  await forgetRecognitions();
  const bodies = [await made.body(), await made.body()];
  const recognitions: Recognition[] = [];
  for (let n = 0; n < 3; n++) {
    const [from, to] = [random.pick([null, ...pastDays]), random.pick([null, ...days.slice(3)])];
    if (from !== null && to !== null && to < from) continue;
    const recognition = { market: random.pick(countries), bodyId: random.pick(bodies), from, to };
    recognitions.push(recognition);
    await made.insert("body_recognitions", {
      market: recognition.market,
      body_id: recognition.bodyId,
      recognised_by: "Authority",
      valid_from: from,
      valid_to: to,
    });
  }
  const lenientMarkets = countries.filter(() => random.chance(0.3));
  for (const country of lenientMarkets) await beLenient(country);
  const products = await makeProducts(random);
  const retailers = await makeRetailers(random);
  const certificates: Certificate[] = [];
  for (let n = 0; n < 7; n++) certificates.push(await makeCertificate(random, { bodies, products, retailers }));
  return { products, retailers, certificates, recognitions, lenientMarkets };
}

async function makeProducts(random: Random): Promise<Product[]> {
  const products: Product[] = [];
  for (let n = 0; n < 4; n++) {
    const brandStatus = random.pick(["active", "active", "active", "suspended"]);
    const relevance = random.pick(["required", "required", "recommended", "not_applicable", null]);
    const status =
      relevance === null ? "unpublished" : random.pick(["published", "published", "published", "unpublished"]);
    const hasMeat = random.pick([true, false, null]);
    const categoryHasMeat = relevance === null ? null : random.pick([true, false, null]);
    const category = { effective_halal_relevance: relevance, effective_contains_meat: categoryHasMeat };
    const id = await made.product({
      brand_id: await made.brand({ status: brandStatus, status_reason: "So it is." }),
      category_id: relevance === null ? null : await made.category(category),
      status,
      contains_meat: hasMeat,
    });
    products.push({ id, status, brandStatus, relevance, hasMeat, categoryHasMeat });
  }
  return products;
}

async function makeRetailers(random: Random): Promise<Retailer[]> {
  const retailers: Retailer[] = [];
  for (let n = 0; n < 3; n++) {
    const policy = random.pick(["none", "warn", "require_product", "require_premise", "require_both"]);
    const asksSlaughter = random.chance(0.5);
    const [status, country, timezone] = [
      random.pick(["active", "active", "suspended"]),
      random.pick(countries),
      random.pick(zones),
    ];
    const parentId = n > 0 && random.chance(0.5) ? retailers[0]!.id : null;
    const type = await made.type({ certificate_policy: policy, needs_slaughter_policy: asksSlaughter });
    const id = await made.retailer({
      retailer_type_id: type,
      status,
      status_reason: "So it is.",
      country,
      timezone,
      ...(parentId === null ? {} : { parent_id: parentId }),
    });
    const places: { id: string; status: string }[] = [];
    for (let place = random.pick([0, 1, 2]); place > 0; place--) {
      const placeStatus = random.pick(["open", "open", "closed"]);
      places.push({ id: await made.location({ retailer_id: id, status: placeStatus }), status: placeStatus });
    }
    retailers.push({ id, parentId, status, country, timezone, policy, asksSlaughter, places });
  }
  return retailers;
}

const storedStates = [
  "verified",
  "verified",
  "verified",
  "verified",
  "submitted",
  "suspended",
  "withdrawn",
  "superseded",
  "rejected",
];

async function makeCertificate(
  random: Random,
  {
    bodies,
    products,
    retailers,
  }: { bodies: readonly string[]; products: readonly Product[]; retailers: readonly Retailer[] },
): Promise<Certificate> {
  const kind = random.pick(["product", "product", "premise"]);
  const from = random.pick(days.slice(0, 6));
  const to = random.pick([null, ...days.filter((day) => day >= from)]);
  const certificate = {
    bodyId: random.pick(bodies),
    kind,
    state: random.pick(storedStates),
    from,
    to,
    timezone: random.pick(zones),
    supersededFrom: random.chance(0.15) ? `${random.pick(days.slice(3, 7))}T05:00:00.000Z` : null,
    changedAt: `${random.pick(pastDays)}T12:${random.pick(["00", "17", "31"])}:00.000Z`,
    stunning: random.pick(["none", "unknown", "reversible"]),
    holderId: kind === "premise" && random.chance(0.8) ? random.pick(retailers).id : null,
  };
  const id = await made.certificate({
    body_id: certificate.bodyId,
    kind,
    state: certificate.state,
    state_reason: "So it is.",
    issued_on: from,
    valid_from: from,
    expires_on: to,
    ...(to === null ? { validity_basis: "open_ended", review_due_on: "2027-01-01" } : {}),
    timezone: certificate.timezone,
    superseded_from: certificate.supersededFrom,
    state_changed_at: certificate.changedAt,
    stunning_policy: certificate.stunning,
    ...(certificate.holderId === null ? {} : { holder_type: "retailer", holder_retailer_id: certificate.holderId }),
  });
  const lines: { productId: string; removedAt: string | null }[] = [];
  for (const product of products) {
    if (!random.chance(kind === "product" ? 0.6 : 0.1)) continue;
    const removedAt = random.chance(0.2) ? `${random.pick(pastDays)}T08:00:00.000Z` : null;
    lines.push({ productId: product.id, removedAt });
    await made.line(id, product.id, removedAt === null ? {} : { status: "removed", removed_at: removedAt });
  }
  const places: string[] = [];
  for (const place of retailers.flatMap((retailer) => retailer.places)) {
    if (kind !== "premise" || !random.chance(0.3)) continue;
    places.push(place.id);
    await made.insert("certificate_sites", {
      certificate_id: id,
      name: "Site",
      location_id: place.id,
      is_headquarters: false,
    });
  }
  return { ...certificate, id, lines, places };
}

// ------------------------------------------------------------------------------------------------ both asked the same

type Asked = { readonly product: Product; readonly retailer: Retailer; readonly placeId: string | null };
const allOf = ({ products, retailers }: World): Asked[] =>
  products.flatMap((product) =>
    retailers.flatMap((retailer) =>
      [null, ...retailer.places.map(({ id }) => id)].map((placeId) => ({ product, retailer, placeId })),
    ),
  );

const arrayOf = (values: readonly (string | null)[]) =>
  sql`${`{${values.map((value) => value ?? "NULL").join(",")}}`}::uuid[]`;
const keyOf = ({ product, retailer, placeId }: Asked) => `${product.id} ${retailer.id} ${placeId ?? ""}`;
/** Which word a premise lacks its certificate by is not in the model. */
const plain = (reason: string) => (reason.startsWith("PREMISE") ? "PREMISE" : reason);

async function found(asked: readonly Asked[], at: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await rowsOf<{
    product_id: string;
    retailer_id: string;
    location_id: string | null;
    reason: string;
    is_blocking: boolean;
  }>(
    db,
    sql`select * from promotion_findings_of(
          ${arrayOf(asked.map(({ product }) => product.id))}, ${arrayOf(asked.map(({ retailer }) => retailer.id))},
          ${arrayOf(asked.map(({ placeId }) => placeId))}, ${at}::timestamptz)`,
  );
  const answers = new Map<string, string[]>(asked.map((each) => [keyOf(each), []]));
  for (const row of rows) {
    answers
      .get(`${row.product_id} ${row.retailer_id} ${row.location_id ?? ""}`)!
      .push(plain(row.reason) + (row.is_blocking ? "!" : ""));
  }
  return new Map([...answers].map(([key, reasons]) => [key, reasons.toSorted()]));
}

// The midnights of the zones on both sides, and the middle of a day.
const instants = [
  "2026-11-20T09:00:00.000Z",
  "2026-11-19T15:59:59.999Z",
  "2026-11-19T16:00:00.000Z",
  "2026-11-21T00:00:00.000Z",
];

describe("the promotion rule", () => {
  test("says of random worlds what the same rule in plain words says", async () => {
    const random = randomOf(20_261_121);
    const seen = new Map<string, number>();
    for (let world = 0; world < 40; world++) {
      const its = await makeWorld(random);
      const asked = allOf(its);
      const at = random.pick(instants);
      const answers = await found(asked, at);
      const wanted = new Map(
        asked.map((each) => [keyOf(each), expected(its, each.product, each.retailer, each.placeId, Date.parse(at))]),
      );
      expect(Object.fromEntries(answers), `world ${world} at ${at}`).toEqual(Object.fromEntries(wanted));
      for (const reason of [...wanted.values()].flat()) seen.set(reason, (seen.get(reason) ?? 0) + 1);
      const ids = arrayOf(its.products.map(({ id }) => id));
      const states = await rowsOf<{ product_id: string; state: string }>(
        db,
        sql`select product_id, state from product_halal_of(${ids}, ${at}::timestamptz)`,
      );
      expect(Object.fromEntries(states.map((row) => [row.product_id, row.state]))).toEqual(
        Object.fromEntries(its.products.map((product) => [product.id, expectedState(its, product, Date.parse(at))])),
      );
    }
    // Worlds in which nothing happens would prove nothing.
    for (const word of ["EXPIRED", "SUSPENDED", "WITHDRAWN", "SCOPE_REDUCED", "NOT_STARTED", "UNVERIFIED", "MISSING"]) {
      expect(seen.get(`HALAL_${word}!`) ?? 0, word).toBeGreaterThan(0);
    }
    for (const reason of [
      "BODY_NOT_RECOGNISED!",
      "BODY_NOT_RECOGNISED",
      "SLAUGHTER_POLICY_UNKNOWN!",
      "PREMISE!",
      "PREMISE",
    ]) {
      expect(seen.get(reason) ?? 0, reason).toBeGreaterThan(0);
    }
    expect([...seen.keys()].filter((reason) => /^HALAL.*[^!]$/.test(reason))).not.toEqual([]);
  });

  test("says of one pair what it says of many", async () => {
    const world = await makeWorld(randomOf(7));
    const at = instants[0]!;
    const many = await found(allOf(world), at);
    for (const each of allOf(world)) {
      const rows = await rowsOf<{ reason: string; is_blocking: boolean }>(
        db,
        sql`select * from promotion_findings(${each.product.id}::uuid, ${each.retailer.id}::uuid, ${at}::timestamptz, ${each.placeId}::uuid)`,
      );
      const reasons = rows.map(({ reason, is_blocking: blocks }) => plain(reason) + (blocks ? "!" : "")).toSorted();
      expect(reasons).toEqual(many.get(keyOf(each)));
    }
  });

  test("changes its mind at midnight in the certificate's zone, and not a millisecond before", async () => {
    await forgetRecognitions();
    const product = await made.product({ brand_id: await made.brand(), category_id: await made.category() });
    const retailer = await made.retailer({
      retailer_type_id: await made.type({ certificate_policy: "none" }),
      timezone: "Europe/London",
    });
    const certificate = await made.certificate({
      body_id: await made.body(),
      expires_on: "2026-11-19",
      timezone: "Asia/Kuala_Lumpur",
    });
    await made.line(certificate, product);
    const ask = (at: string) =>
      rowsOf(
        db,
        sql`select reason, certificate_id from promotion_findings(${product}::uuid, ${retailer}::uuid, ${at}::timestamptz)`,
      );
    await expect(ask("2026-11-19T15:59:59.999Z")).resolves.toEqual([]);
    await expect(ask("2026-11-19T16:00:00.000Z")).resolves.toEqual([
      { reason: "HALAL_EXPIRED", certificate_id: certificate },
    ]);
  });

  test("takes a product that says nothing of meat for what its category says, and tells so", async () => {
    await forgetRecognitions();
    const category_id = await made.category({ effective_contains_meat: true });
    const brand_id = await made.brand();
    const retailer = await made.retailer({
      retailer_type_id: await made.type({ certificate_policy: "none", needs_slaughter_policy: true }),
    });
    const certificate = await made.certificate({ body_id: await made.body(), stunning_policy: "unknown" });
    const ask = async (contains_meat: boolean | null) => {
      const product = await made.product({ brand_id, category_id, contains_meat });
      await made.line(certificate, product);
      const [row] = await rowsOf<{ halal_reason: string; is_meat_by_category: boolean; proof_id: string | null }>(
        db,
        sql`select * from promotion_of(${arrayOf([product])}, ${arrayOf([retailer])}, null, ${instants[0]}::timestamptz)`,
      );
      return [row!.halal_reason, row!.is_meat_by_category, row!.proof_id];
    };
    expect(await ask(null)).toEqual(["SLAUGHTER_POLICY_UNKNOWN", true, null]);
    expect(await ask(true)).toEqual(["SLAUGHTER_POLICY_UNKNOWN", false, null]);
    expect(await ask(false)).toEqual([null, false, certificate]);
  });

  test("warns of a body that a market does not list, and blocks without one, as the market's list says", async () => {
    await forgetRecognitions();
    const [listed, other] = [await made.body(), await made.body()];
    await made.insert("body_recognitions", { market: "MY", body_id: listed, recognised_by: "Authority" });
    const product = await made.product({ brand_id: await made.brand(), category_id: await made.category() });
    const retailer = await made.retailer({ retailer_type_id: await made.type(), country: "MY" });
    const certificate = await made.certificate({ body_id: other });
    await made.line(certificate, product);
    const ask = () =>
      rowsOf(
        db,
        sql`select halal_reason, is_halal_required, proof_id
              from promotion_of(${arrayOf([product])}, ${arrayOf([retailer])}, null, ${instants[0]}::timestamptz)`,
      );
    const blocked = { halal_reason: "BODY_NOT_RECOGNISED", is_halal_required: true, proof_id: null };
    expect(await ask()).toEqual([blocked]);
    await beLenient("MY");
    expect(await ask()).toEqual([{ ...blocked, is_halal_required: false, proof_id: certificate }]);
  });
});
