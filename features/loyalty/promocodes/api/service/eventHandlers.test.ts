import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SideEffectSummary } from "#base/impact.ts";
import { limitedTo, redemptionMarket, type RedemptionMarket, withKey } from "#api/testing/redemptionFactory.ts";
import { brokenPromises } from "#api/testing/redemptionPromises.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { recordCertificateEvents, eventColumns } from "#features/halal/certificates/record/api/events.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let shop: RedemptionMarket;
let aisyah: Transport;
let till: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature, productsFeature, certificatesFeature, retailersFeature, promocodesFeature]);
  shop = await redemptionMarket(app.db, app.clock.now);
  const changes = ["brands", "products", "retailers"].flatMap((resource) =>
    ["read", "update", "changeStatus", "suspend", "publish", "archive", "close"].map(
      (action) => `${resource}.${action}`,
    ),
  );
  aisyah = (await app.signIn("Aisyah", [...app.api.catalogue.permissions, ...changes])).transport;
  till = (await app.signIn("Till", ["redemptions.create"])).transport;
});
afterAll(() => app.close());

const naming = (field: "products" | "brands" | "categories" | "retailers", id: string) =>
  shop.campaign({ conditions: [{ field, operator: "in", ids: [id] }] });
const named = (consequences: readonly SideEffectSummary[]) =>
  consequences
    .filter(({ resource, verb }) => resource === "promocodes" && verb === "affected")
    .flatMap(({ count, reaches }) => [{ count, ids: reaches.map(({ id }) => id).toSorted() }]);

describe("a preview names the live promocodes that a change affects", () => {
  test("of a brand: its own, and those that name it or its products", async () => {
    const brand = await shop.rows.brand();
    const product = await shop.rows.product({ brand_id: brand, category_id: shop.category });
    const made = [await naming("brands", brand), await naming("products", product), await shop.campaign()];
    await app.db.execute(sql`update campaigns set owner_brand_id = ${brand} where id = ${made[2]!.id}`);
    const ended = await naming("brands", brand);
    await app.db.execute(sql`update campaigns set ends_at = ${app.clock.now}::timestamptz where id = ${ended.id}`);
    const { consequences } = await call(aisyah, brands.previewStatus, { id: brand, to: "suspended" });
    expect(named(consequences)).toEqual([{ count: 3, ids: made.map(({ id }) => id).toSorted() }]);
  });

  test("of a product: also those that name a category above it, or give it for free", async () => {
    const category = await shop.rows.category();
    const product = await shop.rows.product({ brand_id: shop.brand, category_id: category });
    const made = [
      await naming("categories", category),
      await shop.campaign({ effect: { kind: "item", productIds: [product], quantity: 1, bps: 10_000 } }),
    ];
    const { consequences } = await call(aisyah, products.previewStatus, { id: product, to: "unpublished" });
    expect(named(consequences)).toEqual([{ count: 2, ids: made.map(({ id }) => id).toSorted() }]);
  });

  test("of a certificate: those that name one of its products", async () => {
    const { certificate, products: certified } = await shop.rows.certified(1);
    const { id } = await naming("products", certified[0]!);
    const ctx = { ...app.api.systemContext(), actor: (await app.signIn("Omar", ["promocodes.read"])).actor };
    const affected = sql`affected as (select ${eventColumns} from certificates where id = ${certificate})`;
    const { consequences } = await recordCertificateEvents(ctx, "suspended", affected);
    expect(named(consequences as SideEffectSummary[])).toEqual([{ count: 1, ids: [id] }]);
    const { consequences: unseen } = await recordCertificateEvents(
      { ...ctx, actor: (await app.signIn("Huda", [])).actor },
      "suspended",
      affected,
    );
    expect(named(unseen as SideEffectSummary[])).toEqual([{ count: 1, ids: [] }]);
  });
});

test("a shop that closes gives back what it reserved, and its reservations can't be committed", async () => {
  const closing = await shop.rows.retailer({ retailer_type_id: shop.type });
  const { code } = await shop.campaign(limitedTo({ total: 1 }));
  const reserved = await call(withKey(till), redemptionCalls.reserve, {
    ...shop.order([code], { retailerId: closing }),
    minutes: 60,
  });
  const { id } = reserved.redemptions[0]!;
  await app.db.execute(sql`update retailers set status = 'suspended', status_reason = 'Moving' where id = ${closing}`);
  const preview = await call(aisyah, retailers.previewStatus, { id: closing, to: "closed" });
  expect(preview.consequences).toContainEqual(
    expect.objectContaining({ resource: "redemptions", verb: "released", count: 1 }),
  );
  const [{ version }] = (await rowsOf<{ version: number }>(
    app.db,
    sql`select version from retailers where id = ${closing}`,
  )) as [{ version: number }];
  await call(aisyah, retailers.changeStatus, { id: closing, version, to: "closed", reason: "Moved" });
  expect((await refusalOf(call(withKey(till), redemptionCalls.commit, { id, withoutLines: [] }))).code).toBe(
    "reservation_expired",
  );
  await call(withKey(till), redemptionCalls.redeem, shop.order([code]));
  expect(await brokenPromises(app.db)).toEqual({});
});

test("a brand that is suspended stops its promocodes", async () => {
  const brand = await shop.rows.brand();
  const product = await shop.rows.product({ brand_id: brand, category_id: shop.category });
  const { code } = await shop.campaign();
  const order = { ref: "R-brand", currency: "GBP", lines: [{ productId: product, quantity: 1, unitMinor: 500 }] };
  await app.db.execute(sql`update brands set status = 'suspended', status_reason = 'Recall' where id = ${brand}`);
  const refusal = await refusalOf(call(withKey(till), redemptionCalls.redeem, shop.order([code], { order })));
  expect(refusal).toMatchObject({ code: "line_not_promotable", details: { finding: "brand_not_active" } });
});

test("a promocode of a suspended brand gives nothing on products of others either", async () => {
  const owner = await shop.rows.brand();
  const { id, code } = await shop.campaign();
  await app.db.execute(sql`update campaigns set owner_brand_id = ${owner} where id = ${id}`);
  await app.db.execute(sql`update brands set status = 'suspended', status_reason = 'Recall' where id = ${owner}`);
  expect((await refusalOf(call(withKey(till), redemptionCalls.redeem, shop.order([code])))).code).toBe(
    "campaign_paused",
  );
  await app.db.execute(sql`update brands set status = 'active', status_reason = null where id = ${owner}`);
  await call(withKey(till), redemptionCalls.redeem, shop.order([code]));
});
