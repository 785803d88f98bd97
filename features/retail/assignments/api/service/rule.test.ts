import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { market } from "#api/testing/catalogueFactory.ts";
import { expected, expectedState, type Product, type Retailer, type World } from "#api/testing/promotionModel.ts";
import { clearMarkets, instants, makeWorld, randomOf } from "#api/testing/promotionWorld.ts";
import { openTestDatabase, rowsOf } from "#api/testing/testDatabase.ts";

const { db, close } = await openTestDatabase();
const made = market(db);
afterAll(close);

// ------------------------------------------------------------------------------------------------ comparison

type RuleQuestion = { readonly product: Product; readonly retailer: Retailer; readonly placeId: string | null };
const allOf = ({ products, retailers }: World): RuleQuestion[] =>
  products.flatMap((product) =>
    retailers.flatMap((retailer) =>
      [null, ...retailer.places.map(({ id }) => id)].map((placeId) => ({ product, retailer, placeId })),
    ),
  );

const arrayOf = (values: readonly (string | null)[]) =>
  sql`${`{${values.map((value) => value ?? "NULL").join(",")}}`}::uuid[]`;
const keyOf = ({ product, retailer, placeId }: RuleQuestion) => `${product.id} ${retailer.id} ${placeId ?? ""}`;
/** The model does not distinguish the reasons for a missing premise certificate. */
const plain = (reason: string) => (reason.startsWith("PREMISE") ? "PREMISE" : reason);

async function found(requested: readonly RuleQuestion[], at: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await rowsOf<{
    product_id: string;
    retailer_id: string;
    location_id: string | null;
    reason: string;
    is_blocking: boolean;
  }>(
    db,
    sql`select * from promotion_findings_of(
          ${arrayOf(requested.map(({ product }) => product.id))}, ${arrayOf(requested.map(({ retailer }) => retailer.id))},
          ${arrayOf(requested.map(({ placeId }) => placeId))}, ${at}::timestamptz)`,
  );
  const answers = new Map<string, string[]>(requested.map((each) => [keyOf(each), []]));
  for (const row of rows) {
    answers
      .get(`${row.product_id} ${row.retailer_id} ${row.location_id ?? ""}`)!
      .push(plain(row.reason) + (row.is_blocking ? "!" : ""));
  }
  return new Map([...answers].map(([key, reasons]) => [key, reasons.toSorted()]));
}

const beLenient = (country: string) =>
  db.execute(sql`update recognition_policies set policy = 'warn' where market = ${country}`);

describe("the promotion rule", () => {
  test("agrees with a plain model of the rule in random worlds", async () => {
    const random = randomOf(20_261_121);
    const seen = new Map<string, number>();
    for (let world = 0; world < 40; world++) {
      const its = await makeWorld(db, made, random);
      const requested = allOf(its);
      const at = random.pick(instants);
      const answers = await found(requested, at);
      const wanted = new Map(
        requested.map((each) => [
          keyOf(each),
          expected(its, each.product, each.retailer, each.placeId, Date.parse(at)),
        ]),
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
    // Worlds without any change would prove nothing.
    for (const word of ["EXPIRED", "SUSPENDED", "WITHDRAWN", "SCOPE_REDUCED", "NOT_STARTED", "UNVERIFIED", "MISSING"]) {
      expect(seen.get(`HALAL_${word}!`) ?? 0, word).toBeGreaterThan(0);
    }
    for (const reason of [
      "BODY_NOT_RECOGNISED!",
      "BODY_NOT_RECOGNISED",
      "BODY_RECOGNITION_UNKNOWN!",
      "BODY_RECOGNITION_UNKNOWN",
      "BODY_NOT_ACCREDITED!",
      "BODY_NOT_ACCREDITED",
      "HALAL_REVIEW_OVERDUE!",
      "HALAL_REVIEW_OVERDUE",
      "HALAL_BODY_SUSPENDED!",
      "SLAUGHTER_POLICY_UNKNOWN!",
      "PREMISE!",
      "PREMISE",
    ]) {
      expect(seen.get(reason) ?? 0, reason).toBeGreaterThan(0);
    }
    expect([...seen.keys()].filter((reason) => /^HALAL.*[^!]$/.test(reason))).not.toEqual([]);
  });

  test("gives the same result for one pair as for many", async () => {
    const world = await makeWorld(db, made, randomOf(7));
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

  test("changes its result at midnight in the certificate's zone, and not a millisecond before", async () => {
    await clearMarkets(db);
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
        sql`select reason, certificate_id from promotion_findings(${product}::uuid, ${retailer}::uuid, ${at}::timestamptz)
             where is_blocking`,
      );
    await expect(ask("2026-11-19T15:59:59.999Z")).resolves.toEqual([]);
    await expect(ask("2026-11-19T16:00:00.000Z")).resolves.toEqual([
      { reason: "HALAL_EXPIRED", certificate_id: certificate },
    ]);
  });

  test("uses the category for a product that doesn't state whether it has meat, and says so", async () => {
    await clearMarkets(db);
    const category_id = await made.category({ effective_contains_meat: true });
    const brand_id = await made.brand();
    const retailer = await made.retailer({
      retailer_type_id: await made.type({ certificate_policy: "none", needs_slaughter_policy: true }),
    });
    const certificate = await made.certificate({ body_id: await made.body(), stunning_policy: "not_applicable" });
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
    // Nothing blocks it: a certifier without accreditation only causes a warning.
    expect(await ask(false)).toEqual(["BODY_NOT_ACCREDITED", false, certificate]);
  });

  test("blocks a certifier that a market does not list, and only warns if the market's policy says so", async () => {
    await clearMarkets(db);
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
