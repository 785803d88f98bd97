import { sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";
import type { market } from "#api/testing/catalogueFactory.ts";
import {
  type Body,
  type Certificate,
  type Market,
  type Product,
  type Recognition,
  type Retailer,
  type World,
  zones,
} from "#api/testing/promotionModel.ts";

/** Mulberry32: the same seed always makes the same worlds. */
export function randomOf(seed: number) {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <Each>(values: readonly Each[]): Each => values[Math.floor(fraction() * values.length)]!;
  const chance = (share: number) => fraction() < share;
  /** This many of them, in random order. */
  const some = <Each>(values: readonly Each[], count: number): Each[] =>
    values
      .map((value) => ({ value, place: fraction() }))
      .toSorted((a, b) => a.place - b.place)
      .slice(0, count)
      .map(({ value }) => value);
  return { pick, chance, some };
}
export type Random = ReturnType<typeof randomOf>;

export const countries = ["GB", "MY", "AE"];
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

type GeneratedWorld = ReturnType<typeof market>;

// Midnight in the zones, from both sides, and the middle of a day.
export const instants = [
  "2026-11-20T09:00:00.000Z",
  "2026-11-19T15:59:59.999Z",
  "2026-11-19T16:00:00.000Z",
  "2026-11-21T00:00:00.000Z",
];

/** Deletes the rows that two worlds in one database would share. */
export async function clearMarkets(db: Db): Promise<void> {
  await db.execute(sql`delete from body_recognitions`);
  await db.execute(sql`delete from recognition_policies`);
}

/** Fills a database with random rows, and returns what it wrote. */
export async function makeWorld(db: Db, made: GeneratedWorld, random: Random): Promise<World> {
  await clearMarkets(db);
  const bodies = [await makeBody(made, random), await makeBody(made, random)];
  const recognitions = await makeRecognitions(made, random, bodies);
  const markets = await decideMarkets(db, random, recognitions);
  const products = await makeProducts(made, random);
  const retailers = await makeRetailers(made, random);
  const certificates: Certificate[] = [];
  for (let n = 0; n < 7; n++) certificates.push(await makeCertificate(made, random, { bodies, products, retailers }));
  return { products, retailers, certificates, bodies, recognitions, markets };
}

/** Null, or a period whose end is not before its start. */
function periodOf(random: Random) {
  const [from, to] = [random.pick([null, ...pastDays]), random.pick([null, ...days.slice(3)])];
  return from !== null && to !== null && to < from ? null : { from, to };
}

async function makeBody(made: GeneratedWorld, random: Random): Promise<Body> {
  const status = random.pick(["active", "active", "active", "active", "suspended", "archived"]);
  const changedAt = `${random.pick(pastDays)}T10:00:00.000Z`;
  const renewalFromDays = random.pick([null, 180]);
  const id = await made.body({
    status,
    status_reason: "So it is.",
    status_changed_at: changedAt,
    ...(renewalFromDays === null ? {} : { renewal_from_days: renewalFromDays, renewal_to_days: 90 }),
  });
  const accreditations: Body["accreditations"][number][] = [];
  for (let n = random.pick([0, 1, 1, 2]); n > 0; n--) {
    const period = periodOf(random);
    if (period === null) continue;
    const withdrawnOn = random.chance(0.2) ? random.pick(days.slice(2, 6)) : null;
    accreditations.push({ ...period, withdrawnOn });
    await made.insert("accreditations", {
      body_id: id,
      accreditor: "GAC",
      scope_text: "Food",
      position: n,
      valid_from: period.from,
      valid_to: period.to,
      withdrawn_on: withdrawnOn,
      withdrawn_reason: withdrawnOn && "So it is.",
    });
  }
  return { id, status, changedAt, renewalFromDays, accreditations };
}

async function makeRecognitions(made: GeneratedWorld, random: Random, bodies: readonly Body[]): Promise<Recognition[]> {
  const recognitions: Recognition[] = [];
  for (let n = 0; n < 3; n++) {
    const period = periodOf(random);
    if (period === null) continue;
    const recognition = { market: random.pick(countries), bodyId: random.pick(bodies).id, ...period };
    recognitions.push(recognition);
    await made.insert("body_recognitions", {
      market: recognition.market,
      body_id: recognition.bodyId,
      recognised_by: "Authority",
      valid_from: period.from,
      valid_to: period.to,
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      version: 1,
    });
  }
  return recognitions;
}

/** The decisions of markets. Markets with a recognition mostly have a list. */
async function decideMarkets(db: Db, random: Random, recognitions: readonly Recognition[]): Promise<Market[]> {
  const markets: Market[] = [];
  for (const country of countries) {
    const isListed = recognitions.some((each) => each.market === country);
    if (!isListed && random.chance(0.3)) continue;
    const decided: Market = {
      market: country,
      hasList: isListed ? random.pick([true, true, true, false, null]) : random.pick([true, false, null]),
      policy: random.pick(["block", "block", "warn"]),
      unknownPolicy: random.pick(["block", "warn"]),
      accreditationPolicy: random.pick(["accept", "warn", "block"]),
      reviewGraceDays: random.pick([0, 1, 30, 365]),
    };
    markets.push(decided);
    await writeMarket(db, decided);
  }
  return markets;
}

/** Writes a market's decisions over any earlier ones. */
export const writeMarket = (db: Db, decided: Market) =>
  db.execute(sql`
    insert into recognition_policies (market, has_list, list_decided_on, list_source, policy, unknown_policy,
                                      accreditation_policy, review_grace_days, updated_at)
    values (${decided.market}, ${decided.hasList}, ${decided.hasList === null ? null : "2026-01-01"}::date,
            ${decided.hasList === null ? null : "Authority"}, ${decided.policy}, ${decided.unknownPolicy},
            ${decided.accreditationPolicy}, ${decided.reviewGraceDays}, now())
        on conflict (market) do update
       set has_list = excluded.has_list, list_decided_on = excluded.list_decided_on, list_source = excluded.list_source,
           policy = excluded.policy, unknown_policy = excluded.unknown_policy,
           accreditation_policy = excluded.accreditation_policy, review_grace_days = excluded.review_grace_days`);

async function makeProducts(made: GeneratedWorld, random: Random): Promise<Product[]> {
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

async function makeRetailers(made: GeneratedWorld, random: Random): Promise<Retailer[]> {
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

// Products several times: worlds without a valid certificate show little.
const kinds = [
  ...(["product", "product", "product", "product", "premise", "premise"] as const),
  ...(["scheme_service", "abattoir", "raw_material", "consignment"] as const),
];

type SurroundingRecords = {
  readonly bodies: readonly Body[];
  readonly products: readonly Product[];
  readonly retailers: readonly Retailer[];
};

async function makeCertificate(
  made: GeneratedWorld,
  random: Random,
  { bodies, products, retailers }: SurroundingRecords,
): Promise<Certificate> {
  const kind: string = random.pick(kinds);
  const from = random.pick(days.slice(0, 6));
  const to = random.pick([null, ...days.filter((day) => day >= from)]);
  const certificate = {
    bodyId: random.pick(bodies).id,
    kind,
    state: random.pick(storedStates),
    from,
    to,
    timezone: random.pick(zones),
    supersededFrom: random.chance(0.15) ? `${random.pick(days.slice(3, 7))}T05:00:00.000Z` : null,
    changedAt: `${random.pick(pastDays)}T12:${random.pick(["00", "17", "31"])}:00.000Z`,
    slaughter: random.pick(["hand", "mechanical", "not_applicable", "unknown"]),
    stunning: random.pick(["none", "none", "reversible", "not_applicable", "unknown"]),
    reviewDueOn: to === null ? random.pick(days.slice(1)) : null,
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
    ...(to === null ? { validity_basis: "open_ended", review_due_on: certificate.reviewDueOn } : {}),
    timezone: certificate.timezone,
    superseded_from: certificate.supersededFrom,
    state_changed_at: certificate.changedAt,
    slaughter_method: certificate.slaughter,
    stunning_policy: certificate.stunning,
    ...(certificate.holderId === null ? {} : { holder_type: "retailer", holder_retailer_id: certificate.holderId }),
  });
  const lines: { productId: string; removedAt: string | null }[] = [];
  for (const product of products) {
    if (!random.chance(kind === "premise" ? 0.2 : 0.6)) continue;
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
