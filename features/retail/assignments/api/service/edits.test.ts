import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Impact } from "#base/impact.ts";
import type { Refusal } from "#base/refusal.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { products as goods } from "#features/catalogue/products/contract.ts";
import type { ProductInput } from "#features/catalogue/products/fields.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerDecisions } from "#features/retail/retailers/record/contract.ts";
import type { RetailerPatch } from "#features/retail/retailers/record/fields.ts";
import { emptyLocation } from "#features/retail/retailers/locations/rules.ts";
import { type LocationInput, retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { call } from "#web/call.ts";
import { productDecisions } from "#features/catalogue/products/contract/statuses.ts";

const app = await testApi([
  assignmentsFeature,
  categoriesFeature,
  productsFeature,
  retailersFeature,
  retailerTypesFeature,
]);
afterAll(app.close);
const made = market(app.db);
const areas = ["assignments", "categories", "products", "retailers", "retailerTypes"];
const { transport } = await app.signIn("Aisyah", [
  ...areas.flatMap((area) => [`${area}.read`, `${area}.update`]),
  ...decidingPermissions(productDecisions, retailerDecisions, categoryDecisions),
]);

/** Two products with a certificate, each active at two retailers of a type. */
async function world() {
  const certified = await made.certified(2);
  const type = await made.type();
  const shops = [await made.retailer({ retailer_type_id: type }), await made.retailer({ retailer_type_id: type })];
  const target = { retailerIds: shops, products: { ids: certified.products } };
  const change = { kind: "assign", target, blocked: "leave_out" } as const;
  const { fingerprint } = await call(transport, assignments.preview, { change, lines: 0 });
  await call(transport, assignments.apply, { change, fingerprint });
  const [shop, other] = shops as [string, string];
  const [product] = certified.products as [string];
  return { ...certified, type, product, shop, other };
}

const statusesAt = async (retailerId: string) =>
  (await call(transport, assignments.list, { retailerId, sort: "createdAt", limit: 100, count: "none" })).rows.map(
    ({ status }) => status,
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code }: Refusal) => code,
  );
/** Everything that a change writes besides its own rows. */
const traces = () =>
  rowsOf(
    app.db,
    sql`select (select count(*)::int from audit_log) as entries, (select count(*)::int from outbox_events) as events,
               (select count(*)::int from jobs) as letters`,
  );
/** The consequences, with retailers ordered by id. */
const reported = ({ consequences }: Pick<Impact, "consequences">) =>
  consequences.map(({ verb, count, facts, reaches }) => [verb, count, facts, reaches.map(({ id }) => id).toSorted()]);

test("another policy of a type is shown before it is saved, leaves no trace by that, and is saved only as it was shown", async () => {
  const { type, shop, other } = await world();
  const stricter = { id: type, version: 1, certificatePolicy: "require_both" } as const;
  const before = await traces();
  const impact = await call(transport, retailerTypes.previewUpdate, stricter);
  expect(reported(impact)).toEqual([["paused", 4, { products: 2, retailers: 2 }, [shop, other].toSorted()]]);
  expect(await traces()).toEqual(before);
  expect(await statusesAt(shop)).toEqual(["active", "active"]);
  expect(await call(transport, retailerTypes.get, { id: type })).toMatchObject({
    version: 1,
    certificatePolicy: "require_product",
  });

  // Meanwhile one of the retailers has been suspended: the impact is smaller, so nothing is saved.
  const closing = { id: other, version: 1, to: "suspended", reason: "Closed for now" } as const;
  await call(transport, retailers.changeStatus, closing);
  const save = (fingerprint: string) => call(transport, retailerTypes.update, { ...stricter, fingerprint });
  expect(await codeOf(save(impact.fingerprint))).toBe("preview_stale");
  expect(await statusesAt(shop)).toEqual(["active", "active"]);
  const anew = await call(transport, retailerTypes.previewUpdate, stricter);
  expect(reported(anew)).toEqual([["paused", 2, { products: 2, retailers: 1 }, [shop]]]);
  expect(await save(anew.fingerprint)).toMatchObject({ version: 2, certificatePolicy: "require_both" });
  expect(await statusesAt(shop)).toEqual(["paused", "paused"]);
  const milder = { id: type, version: 2, certificatePolicy: "none", needsSlaughterPolicy: true } as const;
  expect(reported(await call(transport, retailerTypes.previewUpdate, milder))).toEqual([
    ["resumed", 2, { products: 2, retailers: 1 }, [shop]],
    ["requirementLost", 2, {}, []],
  ]);
});

test("the preview of an edit refuses as the edit does, and for the same users", async () => {
  const { type, shop, product } = await world();
  const named = await call(transport, retailerTypes.get, { id: await made.type() });
  const preview = (patch: object) => call(transport, retailerTypes.previewUpdate, { id: type, version: 1, ...patch });
  expect((await preview({ description: "Corner shops" })).consequences).toEqual([]);
  expect(await codeOf(preview({ name: named.name }))).toBe("duplicate_type_name");
  expect(await codeOf(preview({ defaultCashbackBps: 2000 }))).toBe("invalid_input");
  expect(await codeOf(preview({ version: 7, certificatePolicy: "none" }))).toBe("version_conflict");
  const ofShop = { id: shop, version: 1, parentId: shop };
  expect(await codeOf(call(transport, retailers.previewUpdate, ofShop))).toBe("chain_cycle");
  const ofProduct = { id: product, version: 1, categoryId: shop };
  expect(await codeOf(call(transport, goods.previewUpdate, ofProduct))).toBe("category_unavailable");

  const { transport: reader } = await app.signIn(
    "Huda",
    areas.map((area) => `${area}.read`),
  );
  const stricter = { id: type, version: 1, certificatePolicy: "require_both" } as const;
  expect(await codeOf(call(reader, retailerTypes.previewUpdate, stricter))).toBe("permission_denied");
  expect(await codeOf(call(reader, retailers.previewUpdate, { id: shop, version: 1 }))).toBe("permission_denied");
  expect(await codeOf(call(reader, goods.previewUpdate, { id: product, version: 1 }))).toBe("permission_denied");
  // A user who may not see where products are sold gets the counts without names.
  const { transport: clerk } = await app.signIn("Clerk", ["retailerTypes.update"]);
  expect(reported(await call(clerk, retailerTypes.previewUpdate, stricter))).toEqual([
    ["paused", 4, { products: 2, retailers: 2 }, []],
  ]);
});

test("a product's preview shows what another category, another brand or meat in it would stop", async () => {
  const { product, certificate, type, shop, other } = await world();
  const bare = await made.brand({ status: "suspended", status_reason: "Recall" });
  const preview = async (patch: Partial<ProductInput>) => {
    const { version } = await call(transport, goods.get, { id: product });
    return call(transport, goods.previewUpdate, { id: product, version, ...patch });
  };
  const both = [shop, other].toSorted();
  expect(reported(await preview({ brandId: bare }))).toEqual([["paused", 2, { products: 1, retailers: 2 }, both]]);
  expect(reported(await preview({ name: "Dates", containsMeat: true }))).toEqual([]);
  await app.db.execute(sql`update retailer_types set needs_slaughter_policy = true where id = ${type}::uuid`);
  await app.db.execute(sql`update certificates set stunning_policy = 'unknown' where id = ${certificate}::uuid`);
  const meat = await preview({ containsMeat: true });
  expect(reported(meat)).toEqual([["paused", 2, { products: 1, retailers: 2 }, both]]);
  await call(transport, goods.update, { id: product, version: 1, containsMeat: true, fingerprint: meat.fingerprint });
  expect((await statusesAt(shop)).toSorted()).toEqual(["active", "paused"]);
  const secular = await made.category({ effective_halal_relevance: "not_applicable" });
  const moved = await preview({ categoryId: secular });
  expect(reported(moved)).toEqual([
    ["resumed", 2, { products: 1, retailers: 2 }, both],
    ["requirementLost", 1, { noLongerRequired: 1, offers: 2 }, [product]],
  ]);
  const moving = { id: product, version: 2, fingerprint: moved.fingerprint, reason: "No food after all" };
  // The name would be saved too, but the preview was of another change.
  expect(await codeOf(call(transport, goods.update, { ...moving, name: "Dates" }))).toBe("preview_stale");
  await call(transport, goods.update, { ...moving, name: "Dates", categoryId: secular });
  expect(await statusesAt(shop)).toEqual(["active", "active"]);
});

test("a category's relevance is saved only as previewed", async () => {
  const { product, shop, other } = await world();
  const lax = await made.category({ halal_relevance: "not_applicable", effective_halal_relevance: "not_applicable" });
  const shown = await call(transport, goods.previewUpdate, { id: product, version: 1, categoryId: lax });
  const moving = { id: product, version: 1, categoryId: lax, reason: "No food", fingerprint: shown.fingerprint };
  await call(transport, goods.update, moving);
  await app.db.execute(sql`delete from certificate_products where product_id = ${product}::uuid`);
  const change = { id: lax, halalRelevance: "required" } as const;
  const impact = await call(transport, categories.previewRelevance, change);
  expect(reported(impact)).toEqual([["paused", 2, { products: 1, retailers: 2 }, [shop, other].toSorted()]]);
  const save = (fingerprint: string) =>
    call(transport, categories.update, { ...change, version: 1, name: "Sweets", fingerprint });
  expect(await codeOf(save("of another preview"))).toBe("preview_stale");
  expect(await statusesAt(shop)).toEqual(["active", "active"]);
  await save(impact.fingerprint);
  expect((await statusesAt(shop)).toSorted()).toEqual(["active", "paused"]);
});

test("a location's preview shows what adding, closing or removing it would stop, if a certificate names locations", async () => {
  const { body, type, shop } = await world();
  const first = await made.location({ retailer_id: shop, is_primary: true });
  const own = { body_id: body, kind: "premise", holder_type: "retailer", holder_retailer_id: shop };
  const certificate = await made.certificate(own);
  const site = { certificate_id: certificate, name: "First place", location_id: first, is_headquarters: false };
  await made.insert("certificate_sites", site);
  await app.db.execute(sql`update retailer_types set certificate_policy = 'require_both' where id = ${type}::uuid`);
  const second = { id: shop, version: 1, locationId: newId(), ...place };
  const paused = [["paused", 2, { products: 2, retailers: 1 }, [shop]]];
  const resumed = [["resumed", 2, { products: 2, retailers: 1 }, [shop]]];
  const before = await traces();
  expect(reported(await call(transport, retailerLocations.previewSave, { ...second, status: "closed" }))).toEqual([]);
  const adding = await call(transport, retailerLocations.previewSave, second);
  expect(reported(adding)).toEqual(paused);
  expect((await call(transport, retailerLocations.list, { id: shop })).rows.map(({ id }) => id)).toEqual([first]);
  expect(await traces()).toEqual(before);
  const stale = { ...second, fingerprint: "of another preview" };
  expect(await codeOf(call(transport, retailerLocations.save, stale))).toBe("preview_stale");
  await call(transport, retailerLocations.save, { ...second, fingerprint: adding.fingerprint });
  expect(await statusesAt(shop)).toEqual(["paused", "paused"]);

  const closing = { ...second, version: 2, status: "closed" } as const;
  expect(reported(await call(transport, retailerLocations.previewSave, closing))).toEqual(resumed);
  const removing = { id: shop, version: 2, locationId: second.locationId };
  const removal = await call(transport, retailerLocations.previewRemoval, removing);
  expect(reported(removal)).toEqual(resumed);
  const unlike = { ...removing, fingerprint: adding.fingerprint };
  expect(await codeOf(call(transport, retailerLocations.remove, unlike))).toBe("preview_stale");
  await call(transport, retailerLocations.remove, { ...removing, fingerprint: removal.fingerprint });
  expect(await statusesAt(shop)).toEqual(["active", "active"]);
});

const place: LocationInput = { ...emptyLocation, name: "Second place", country: "GB" };

test("a retailer's preview shows what another type, country or chain would stop, all at once", async () => {
  const { body, type, shop } = await world();
  const preview = async (patch: RetailerPatch) => {
    const { version } = await call(transport, retailers.get, { id: shop });
    return call(transport, retailers.previewUpdate, { id: shop, version, ...patch });
  };
  const paused = [["paused", 2, { products: 2, retailers: 1 }, [shop]]];
  const resumed = [["resumed", 2, { products: 2, retailers: 1 }, [shop]]];
  const strict = await made.type({ certificate_policy: "require_both" });
  await made.insert("body_recognitions", {
    market: "TR",
    body_id: await made.body(),
    recognised_by: "HAK",
    created_at: app.clock.now,
    updated_at: app.clock.now,
    version: 1,
  });
  expect(reported(await preview({ retailerTypeId: strict }))).toEqual(paused);
  expect(reported(await preview({ country: "TR" }))).toEqual(paused);
  expect(reported(await preview({ tradingName: "Corner", website: null }))).toEqual([]);
  // The chain has a premise certificate: in this chain the stricter type stops nothing.
  const chain = await made.retailer({ retailer_type_id: type });
  await made.certificate({ body_id: body, kind: "premise", holder_type: "retailer", holder_retailer_id: chain });
  const all = { retailerTypeId: strict, parentId: chain };
  expect(reported(await preview(all))).toEqual([]);
  const { fingerprint } = await preview(all);
  await call(transport, retailers.update, { id: shop, version: 1, ...all, fingerprint });
  expect(await statusesAt(shop)).toEqual(["active", "active"]);
  const leaving = await preview({ parentId: null });
  expect(reported(leaving)).toEqual(paused);
  await call(transport, retailers.update, { id: shop, version: 2, parentId: null, fingerprint: leaving.fingerprint });
  expect(await statusesAt(shop)).toEqual(["paused", "paused"]);
  expect(reported(await preview({ retailerTypeId: type, timezone: "Asia/Amman" }))).toEqual(resumed);
});
