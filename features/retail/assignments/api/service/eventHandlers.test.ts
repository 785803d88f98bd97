import { decidingPermissions } from "#base/decisions.ts";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { certifiersFeature } from "#features/halal/certifiers/api/routes.ts";
import { recognitions } from "#features/halal/certifiers/contract.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { products as goods } from "#features/catalogue/products/contract.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerDecisions } from "#features/retail/retailers/record/contract.ts";
import type { RetailerPatch } from "#features/retail/retailers/record/fields.ts";
import { emptyLocation } from "#features/retail/retailers/locations/rules.ts";
import { type LocationInput, retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import type { RetailerTypeInput } from "#features/retail/retailer-types/fields.ts";
import { call } from "#web/call.ts";
import { productDecisions } from "#features/catalogue/products/contract/statuses.ts";
import { brandDecisions } from "#features/catalogue/brands/contract/statuses.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";

const app = await testApi([
  assignmentsFeature,
  brandsFeature,
  certifiersFeature,
  productsFeature,
  retailersFeature,
  retailerTypesFeature,
]);
afterAll(app.close);
const made = market(app.db);
const areas = ["assignments", "brands", "certifiers", "products", "retailers", "retailerTypes"];
const { transport } = await app.signIn("Aisyah", [
  ...areas.flatMap((area) => [`${area}.read`, `${area}.update`]),
  ...decidingPermissions(productDecisions, retailerDecisions, brandDecisions, categoryDecisions),
]);

/** This many products of a brand with a certificate, each active at this many retailers of a type. */
async function world({ products: productsCount, retailers: retailersCount }: { products: number; retailers: number }) {
  const certified = await made.certified(productsCount);
  const type = await made.type();
  const shops: string[] = [];
  for (let n = 0; n < retailersCount; n++) shops.push(await made.retailer({ retailer_type_id: type }));
  const target = { retailerIds: shops, products: { ids: certified.products } };
  const change = { kind: "assign", target, blocked: "leave_out" } as const;
  const { fingerprint } = await call(transport, assignments.preview, { change, lines: 0 });
  await call(transport, assignments.apply, { change, fingerprint });
  return { ...certified, retailers: shops };
}

const statusesOf = async (retailerId: string) =>
  (await call(transport, assignments.list, { retailerId, sort: "createdAt", limit: 100, count: "none" })).rows.map(
    ({ product, status, pauseReason }) => ({ product: product.id, status, pauseReason }),
  );

describe("a transition of a brand, a product or a retailer", () => {
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: { code: string }) => error.code,
    );

  test("is previewed with what pauses and where, changes nothing by that, and is applied only as shown", async () => {
    const { brand, products, retailers: shops } = await world({ products: 2, retailers: 2 });
    const [first, second] = products as [string, string];
    const at = (count: number) => shops.map((id) => expect.objectContaining({ resource: "retailers", id, count }));
    const pausing = (count: number, facts: { products: number; retailers: number }) => ({
      consequences: [{ resource: "assignments", verb: "paused", count, facts, reaches: expect.anything() }],
    });
    const all = pausing(4, { products: 2, retailers: 2 });
    const one = await call(transport, brands.previewStatus, { id: brand, to: "suspended" });
    expect(one).toMatchObject(all);
    expect(one.consequences[0]!.reaches).toEqual(expect.arrayContaining(at(2)));
    const ofBrand = { selection: { ids: [brand] }, to: "suspended" as const, reason: "Recall" };
    expect(await call(transport, brands.previewStatusChange, ofBrand)).toMatchObject(all);
    const ofProduct = await call(transport, goods.previewStatus, { id: first, to: "unpublished" });
    expect(ofProduct).toMatchObject(pausing(2, { products: 1, retailers: 2 }));
    const unpublishing = { selection: { ids: [first] }, to: "unpublished" as const, reason: "Recall" };
    const many = await call(transport, goods.previewStatusChange, unpublishing);
    expect(many.consequences![0]!.reaches).toEqual(expect.arrayContaining(at(1)));
    const suspending = { selection: { ids: shops }, to: "suspended" as const, reason: "Closed for now" };
    const ofShops = await call(transport, retailers.previewStatusChange, suspending);
    expect(ofShops).toMatchObject({ changing: 2, ...all });
    for (const shop of shops)
      expect((await statusesOf(shop)).map(({ status }) => status)).toEqual(["active", "active"]);

    // The impact has become smaller since: neither is applied.
    await call(transport, goods.applyStatusChange, { ...unpublishing, fingerprint: many.fingerprint });
    const shown = { id: brand, version: 1, to: "suspended" as const, reason: "Recall" };
    expect(await outcome(call(transport, brands.changeStatus, { ...shown, fingerprint: one.fingerprint }))).toBe(
      "preview_stale",
    );
    const applying = { ...suspending, fingerprint: ofShops.fingerprint };
    expect(await outcome(call(transport, retailers.applyStatusChange, applying))).toBe("preview_stale");
    const { fingerprint } = await call(transport, brands.previewStatus, { id: brand, to: "suspended" });
    await call(transport, brands.changeStatus, { ...shown, fingerprint });
    expect((await statusesOf(shops[0]!)).find(({ product }) => product === second)?.pauseReason).toBe(
      "BRAND_NOT_ACTIVE",
    );
  });
});

test("a chain suspends its branches as previewed, reactivates exactly those, and closes with all of them or not at all", async () => {
  const { retailers: shops } = await world({ products: 1, retailers: 3 });
  const [chain, first, second] = shops as [string, string, string];
  const type = await made.type();
  const own = await made.retailer({
    retailer_type_id: type,
    parent_id: chain,
    status: "suspended",
    status_reason: "Its own",
  });
  for (const branch of [first, second]) {
    await app.db.execute(sql`update retailers set parent_id = ${chain}::uuid, depth = 2 where id = ${branch}::uuid`);
    await app.db.execute(sql`
      insert into retailer_closure (ancestor_id, descendant_id, distance) values (${chain}::uuid, ${branch}::uuid, 1)`);
  }
  await app.db.execute(sql`
    update retailers set contacts_count = 1, locations_count = 1
     where id = any(${`{${[...shops, own].join(",")}}`}::uuid[])`);
  const get = (id: string) => call(transport, retailers.get, { id });
  const statuses = async () => Promise.all([chain, first, second, own].map(async (id) => (await get(id)).status));
  const stepOf = async (to: string) =>
    (await get(chain)).allowedTransitions.find((transition) => transition.to === to) ?? null;
  const take = async (to: "active" | "suspended" | "closed", withBranches: boolean, reason?: string) => {
    const { fingerprint, ...shown } = await call(transport, retailers.previewStatus, { id: chain, to, withBranches });
    const { version } = await get(chain);
    await call(transport, retailers.changeStatus, { id: chain, version, to, withBranches, fingerprint, reason });
    return shown;
  };
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { code: string; details: unknown }) => [error.code, error.details],
    );

  expect(await stepOf("suspended")).toMatchObject({ branchesCount: 2, needsBranches: false });
  const alone = await call(transport, retailers.previewStatus, { id: chain, to: "suspended" });
  expect(alone).toMatchObject({
    branches: { count: 2, first: [{ id: first }, { id: second }], blocked: 0 },
    consequences: [{ verb: "paused", facts: { retailers: 1 } }],
  });
  // A preview of the chain alone does not apply to its branches.
  const { version } = await get(chain);
  const together = { id: chain, version, to: "suspended" as const, reason: "Recall", withBranches: true };
  expect(
    await refusal(call(transport, retailers.changeStatus, { ...together, fingerprint: alone.fingerprint })),
  ).toMatchObject(["preview_stale", {}]);
  expect(await take("suspended", true, "Recall")).toMatchObject({
    consequences: [{ verb: "paused", facts: { retailers: 3 } }],
  });
  expect(await statuses()).toEqual(["suspended", "suspended", "suspended", "suspended"]);
  const [entry] = (await call(transport, retailers.activity, { id: first, limit: 25 })).events;
  expect(entry).toMatchObject({
    action: "suspend",
    reason: "Recall",
    changes: { chain: { after: (await get(chain)).code } },
  });

  // One of them no longer has a contact: it stays suspended.
  await app.db.execute(sql`update retailers set contacts_count = 0 where id = ${second}::uuid`);
  expect(await stepOf("active")).toMatchObject({ branchesCount: 2 });
  expect(await take("active", true)).toMatchObject({
    branches: { count: 1, first: [{ id: first }], blocked: 1 },
    consequences: [{ verb: "resumed", facts: { retailers: 2 } }],
  });
  expect(await statuses()).toEqual(["active", "active", "suspended", "suspended"]);

  // Alone: no branch was suspended with it, so none is reactivated.
  await take("suspended", false, "Again");
  expect(await stepOf("active")).toMatchObject({ branchesCount: 1 });
  expect(await stepOf("closed")).toMatchObject({ isAllowed: false, blockers: ["branches_open"], branchesCount: 0 });
  const branch = await get(first);
  const closing = { id: first, version: branch.version, to: "suspended" as const, reason: "Closing" };
  await call(transport, retailers.changeStatus, closing);
  expect(await stepOf("closed")).toMatchObject({ isAllowed: true, branchesCount: 3, needsBranches: true });
  expect(await refusal(call(transport, retailers.previewStatus, { id: chain, to: "closed" }))).toEqual([
    "retailer_step_blocked",
    { to: "closed", blockers: ["branches_open"] },
  ]);
  await take("closed", true);
  expect(await statuses()).toEqual(["closed", "closed", "closed", "closed"]);
});

describe("a change of a retailer that the rule reads", () => {
  const codeOf = async (table: "retailers" | "retailer_types", id: string) =>
    (await rowsOf<{ code: string }>(app.db, sql`select code from ${sql.raw(table)} where id = ${id}::uuid`))[0]!.code;
  /** Newest first, as on the retailer's screen. */
  const activityAt = async (id: string) =>
    (await call(transport, assignments.shopActivity, { id, limit: 25 })).events.map(
      ({ verb, reason, cause, causeCode }) => [verb, reason, cause, causeCode],
    );
  const update = async (id: string, patch: RetailerPatch) => {
    const { version } = await call(transport, retailers.get, { id });
    await call(transport, retailers.update, { id, version, ...patch });
  };
  const updateType = async (id: string, patch: Partial<RetailerTypeInput>) => {
    const { version } = await call(transport, retailerTypes.get, { id });
    // Required whenever a type loosens its requirements.
    const reason = "Agreed with the halal desk";
    await call(transport, retailerTypes.update, { id, version, reason, ...patch });
  };
  const typeOf = async (id: string) => (await call(transport, retailers.get, { id })).type.id;
  const saveLocation = async (id: string, locationId: string, written: Partial<LocationInput> = {}) => {
    const { version } = await call(transport, retailers.get, { id });
    await call(transport, retailerLocations.save, { id, version, locationId, ...place, ...written });
  };
  const place: LocationInput = { ...emptyLocation, name: "Second place", country: "GB" };

  test("reevaluates its assignments, with that change as the cause", async () => {
    const { retailers: shops, products } = await world({ products: 1, retailers: 2 });
    const [shop, other] = shops as [string, string];
    const type = await typeOf(shop);
    await updateType(type, { name: "Renamed" });
    await updateType(type, { certificatePolicy: "require_both" });
    const ofType = ["PREMISE_CERT_MISSING", "retailer_type.policy_changed", await codeOf("retailer_types", type)];
    expect(await activityAt(shop)).toEqual([["paused", ...ofType]]);
    expect(await activityAt(other)).toEqual([["paused", ...ofType]]);
    await updateType(type, { certificatePolicy: "require_product" });
    expect(await activityAt(shop)).toEqual([
      ["resumed", ...ofType],
      ["paused", ...ofType],
    ]);
    // For meat, a type may require the slaughter method.
    await app.db.execute(sql`update products set contains_meat = true where id = ${products[0]!}::uuid`);
    await app.db.execute(sql`
      update certificates set stunning_policy = 'unknown'
       where id = (select certificate_id from certificate_products where product_id = ${products[0]!}::uuid)`);
    await updateType(type, { needsSlaughterPolicy: true });
    expect((await activityAt(other))[0]).toEqual(["paused", "SLAUGHTER_POLICY_UNKNOWN", ...ofType.slice(1)]);
    await updateType(type, { needsSlaughterPolicy: false });

    const strict = await made.type({ certificate_policy: "require_premise" });
    const ofShop = ["PREMISE_CERT_MISSING", "retailer.type_changed", await codeOf("retailers", shop)];
    await update(shop, { retailerTypeId: strict });
    expect((await activityAt(shop))[0]).toEqual(["paused", ...ofShop]);
    const change = { selection: { ids: [shop, other] }, retailerTypeId: type };
    const { fingerprint, changing } = await call(transport, retailers.previewTypeChange, change);
    expect(changing).toBe(1);
    await call(transport, retailers.applyTypeChange, { ...change, fingerprint });
    expect((await activityAt(shop))[0]).toEqual(["resumed", ...ofShop]);
    // Several retailers at once: each gets its own entry.
    const both = { selection: { ids: [shop, other] }, retailerTypeId: strict };
    const previewed = await call(transport, retailers.previewTypeChange, both);
    await call(transport, retailers.applyTypeChange, { ...both, fingerprint: previewed.fingerprint });
    expect((await activityAt(shop))[0]).toEqual(["paused", ...ofShop]);
    expect((await activityAt(other))[0]?.at(-1)).toBe(await codeOf("retailers", other));
  });

  test("includes its country, which decides on recognised certifiers", async () => {
    const { retailers: shops } = await world({ products: 1, retailers: 1 });
    const [shop] = shops as [string];
    const recognised = await made.body();
    await made.insert("body_recognitions", {
      market: "TR",
      body_id: recognised,
      recognised_by: "HAK",
      created_at: app.clock.now,
      updated_at: app.clock.now,
      version: 1,
    });
    await update(shop, { country: "TR" });
    const reported = ["BODY_NOT_RECOGNISED", "retailer.market_changed", await codeOf("retailers", shop)];
    expect(await activityAt(shop)).toEqual([["paused", ...reported]]);
    await update(shop, { country: "GB" });
    expect((await activityAt(shop))[0]).toEqual(["resumed", ...reported]);

    // When a market gets its first list, and when it no longer has one.
    await update(shop, { country: "MA" });
    const id = newId();
    const unsaid = { scopeText: null, validFrom: null, validTo: null, sourceUrl: null, readOn: null, note: null };
    const wanted = { market: "MA", bodyId: recognised, recognisedBy: "Its list", ...unsaid };
    const adding = await call(transport, recognitions.previewChange, { id, wanted });
    expect(adding.consequences).toMatchObject([{ verb: "paused", count: 1, reaches: [{ id: shop }] }]);
    await call(transport, recognitions.create, { id, ...wanted, fingerprint: adding.fingerprint });
    expect((await activityAt(shop))[0]?.slice(0, 3)).toEqual([
      "paused",
      "BODY_NOT_RECOGNISED",
      "certifier.recognition_changed",
    ]);
    const ending = await call(transport, recognitions.previewChange, {
      id,
      wanted: { ...wanted, validTo: "2026-11-01" },
    });
    const removing = await call(transport, recognitions.previewChange, { id, wanted: null });
    // An empty list is still a list: it names no certifier.
    expect([ending, removing].map(({ consequences }) => consequences)).toEqual([[], []]);
    const stale = { id, version: 1, fingerprint: adding.fingerprint };
    await expect(call(transport, recognitions.remove, stale)).rejects.toMatchObject({ code: "preview_stale" });
    await call(transport, recognitions.remove, { ...stale, fingerprint: removing.fingerprint });
    expect((await statusesOf(shop))[0]?.status).toBe("paused");

    // Recording that a market has no list needs a source, a reason and a preview.
    const none = { market: "MA", hasList: false, listDecidedOn: "2026-11-20", listSource: "Its ministry" };
    const taking = await call(transport, recognitions.previewPolicy, none);
    expect(taking.consequences).toMatchObject([{ verb: "resumed", count: 1 }]);
    const { fingerprint } = taking;
    const reason = "The list was another country's";
    await expect(call(transport, recognitions.changePolicy, { ...none, fingerprint })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(call(transport, recognitions.changePolicy, { ...none, reason })).rejects.toMatchObject({
      code: "preview_stale",
    });
    await call(transport, recognitions.changePolicy, { ...none, reason, fingerprint });
    expect((await statusesOf(shop))[0]?.status).toBe("active");
  });

  test("includes its chain and its locations, which premise certificates may leave out", async () => {
    const { body, retailers: shops } = await world({ products: 1, retailers: 1 });
    const [shop] = shops as [string];
    const type = await typeOf(shop);
    const chain = await made.retailer({ retailer_type_id: type });
    const premise = { body_id: body, kind: "premise", holder_type: "retailer" };
    await made.certificate({ ...premise, holder_retailer_id: chain });
    await update(shop, { parentId: chain });
    await updateType(type, { certificatePolicy: "require_both" });
    expect(await activityAt(shop)).toEqual([]);
    await update(shop, { parentId: null });
    const ofChain = ["PREMISE_CERT_MISSING", "retailer.chain_changed", await codeOf("retailers", shop)];
    expect(await activityAt(shop)).toEqual([["paused", ...ofChain]]);

    const first = newId();
    await saveLocation(shop, first, { name: "First place" });
    const own = await made.certificate({ ...premise, holder_retailer_id: shop });
    await made.insert("certificate_sites", {
      certificate_id: own,
      name: "First place",
      location_id: first,
      is_headquarters: false,
    });
    // Written directly to the database, so another change must trigger the reevaluation.
    await updateType(type, { certificatePolicy: "require_product" });
    await updateType(type, { certificatePolicy: "require_both" });
    expect((await statusesOf(shop))[0]?.status).toBe("active");
    const ofPlaces = ["PREMISE_CERT_MISSING", "retailer.places_changed", await codeOf("retailers", shop)];
    const second = newId();
    const seen = (await activityAt(shop)).length;
    const newest = async () => (await activityAt(shop)).slice(0, -seen);
    await saveLocation(shop, second);
    expect((await newest())[0]).toEqual(["paused", ...ofPlaces]);
    await saveLocation(shop, second, { status: "closed" });
    expect((await newest())[0]).toEqual(["resumed", ...ofPlaces]);
    await saveLocation(shop, second, { status: "open" });
    // The rule does not read names.
    await saveLocation(shop, second, { name: "Renamed place" });
    const { version } = await call(transport, retailers.get, { id: shop });
    await call(transport, retailerLocations.remove, { id: shop, version, locationId: second });
    expect((await newest()).map(([verb]) => verb)).toEqual(["resumed", "paused", "resumed", "paused"]);
  });
});
