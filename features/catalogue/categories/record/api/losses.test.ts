import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import type { SideEffectSummary } from "#base/impact.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { newId } from "#api/testing/testApi.ts";
import { sql } from "drizzle-orm";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { categoriesImporter } from "#features/catalogue/categories/api/import.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { type Category, categories } from "#features/catalogue/categories/contract.ts";
import { manyCategories } from "#features/catalogue/categories/contract/bulk.ts";
import { productsImporter } from "#features/catalogue/products/api/import.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { call, type Transport } from "#web/call.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";

// Every way to remove a halal requirement from products needs two people (docs/decisions/0045).

const password = "saffron quilt harbour";
const reason = "The standard has changed";
let app: SessionApi;
let shop: ReturnType<typeof market>;
let aisyah: Transport;
let karim: Transport;
beforeAll(async () => {
  const areas = [categoriesFeature, productsFeature, assignmentsFeature, retailerTypesFeature];
  app = await sessionApi({ features: [...areas, approvalsFeature(areas.flatMap((area) => area.approvals ?? []))] });
  shop = market(app.db);
  await app.addPerson({ email: "aisyah@mizan.test", password, role: "admin", name: "Aisyah" });
  aisyah = await app.transportOf("aisyah@mizan.test", password);
});
afterAll(() => app.close());
/** Adds a second person who can decide. */
const addKarim = async () => {
  await app.addPerson({ email: "karim@mizan.test", password, role: "admin", name: "Karim" });
  karim = await app.transportOf("karim@mizan.test", password);
};

let made = 0;
const create = (fields: object = {}): Promise<Category> =>
  call(aisyah, categories.create, { id: newId(), parentId: null, name: `Category ${++made}`, ...fields });
const at = async (id: string) => ({ id, version: (await call(aisyah, categories.get, { id })).version });
const productAt = async (id: string) => ({ id, version: (await call(aisyah, products.get, { id })).version });
const free = { halalRelevance: "not_applicable", containsMeat: false } as const;

/**
 * A sausage, paused at a retailer for lack of a certificate, in a meat category that requires one; and a free category.
 */
async function sausage(status = "published") {
  const meat = await create({ halalRelevance: "required", containsMeat: true });
  const stationery = await create(free);
  const product = await shop.product({
    brand_id: await shop.brand(),
    category_id: meat.id,
    name: "Beef sausage",
    status,
  });
  const retailer = await shop.retailer({ retailer_type_id: await shop.type({ certificate_policy: "none" }) });
  await shop.insert("assignments", {
    retailer_id: retailer,
    product_id: product,
    status: "paused",
    pause_source: "auto",
    pause_reason: "HALAL_MISSING",
    paused_at: app.clock.now,
    starts_at: "2026-01-01T00:00:00Z",
    stock_status: "unknown",
    cashback_mode: "inherit",
    version: 1,
    created_at: app.clock.now,
    updated_at: app.clock.now,
  });
  return { meat, stationery, product };
}
const lossIn = (consequences: readonly SideEffectSummary[] | null) =>
  consequences?.find(({ verb }) => verb === "requirementLost");
const statusOf = async (product: string) =>
  (await rowsOf<{ status: string }>(app.db, sql`select status from assignments where product_id = ${product}`))[0]!
    .status;

type World = Awaited<ReturnType<typeof sausage>>;
/** Every way for this one record to lose a requirement, with its preview. */
const ways = {
  merge: {
    preview: ({ meat, stationery }: World) =>
      call(aisyah, categories.previewMerge, { id: meat.id, intoId: stationery.id }),
    apply: async ({ meat, stationery }: World, grounds: object, who = aisyah) => {
      const ids = { id: meat.id, intoId: stationery.id };
      const { fingerprint } = await call(aisyah, categories.previewMerge, ids);
      return call(who, categories.merge, { ...ids, fingerprint, ...grounds });
    },
  },
  edit: {
    preview: ({ meat }: World) => call(aisyah, categories.previewRelevance, { id: meat.id, ...free }),
    apply: async ({ meat }: World, grounds: object, who = aisyah) =>
      call(who, categories.update, { ...(await at(meat.id)), ...free, ...grounds }),
  },
  product: {
    preview: async ({ product, stationery }: World) =>
      call(aisyah, products.previewUpdate, { ...(await productAt(product)), categoryId: stationery.id }),
    apply: async ({ product, stationery }: World, grounds: object, who = aisyah) =>
      call(who, products.update, { ...(await productAt(product)), categoryId: stationery.id, ...grounds }),
  },
};
const wayNames = Object.keys(ways) as (keyof typeof ways)[];

describe("a lone administrator", () => {
  test.each(wayNames)("sees by the preview of %s what is lost, and does it with a reason", async (name) => {
    const world = await sausage();
    const { consequences } = await ways[name].preview(world);
    expect(lossIn(consequences)).toMatchObject({
      resource: "products",
      count: 1,
      facts: { noLongerRequired: 1, noLongerMeat: 1, offers: 1 },
      reaches: [{ id: world.product, name: "Beef sausage" }],
    });
    expect(await statusOf(world.product)).toBe("paused");
    const refusal = await refusalOf(ways[name].apply(world, {}));
    expect([refusal.status, refusal.code]).toEqual([422, "loss_needs_reason"]);
    expect(isWaiting(await ways[name].apply(world, { reason }))).toBe(false);
    expect(await statusOf(world.product)).toBe("active");
    const [entry] = await rowsOf<{ reason: string }>(
      app.db,
      sql`select reason from audit_log where reason = ${reason}
           and resource_id in (${world.meat.id}, ${world.product}) order by id desc limit 1`,
    );
    expect(entry).toEqual({ reason });
  });

  test("moves a branch with a reason, and needs none if no requirement is lost", async () => {
    const { meat, stationery, product } = await sausage();
    const branch = await create({ parentId: meat.id });
    await app.db.execute(sql`update products set category_id = ${branch.id} where id = ${product}`);
    const to = { parentId: stationery.id };
    const preview = await call(aisyah, categories.previewMove, { id: branch.id, ...to });
    expect(lossIn(preview.consequences)).toMatchObject({ count: 1 });
    const { fingerprint } = preview;
    expect((await refusalOf(call(aisyah, categories.move, { ...(await at(branch.id)), ...to }))).code).toBe(
      "loss_needs_reason",
    );
    const stale = call(aisyah, categories.move, { ...(await at(branch.id)), ...to, reason, fingerprint: "other" });
    expect((await refusalOf(stale)).code).toBe("preview_stale");
    await call(aisyah, categories.move, { ...(await at(branch.id)), ...to, reason, fingerprint });
    // Moving back to stricter requirements needs no reason.
    const back = unlessWaiting(await call(aisyah, categories.move, { ...(await at(branch.id)), parentId: meat.id }));
    expect(back).toMatchObject({ effectiveHalalRelevance: "required", effectiveContainsMeat: true });
  });

  test("needs no reason for drafts, nor for equal or stricter requirements", async () => {
    const { product, stationery } = await sausage("draft");
    const change = { ...(await productAt(product)), categoryId: stationery.id };
    expect(lossIn((await call(aisyah, products.previewUpdate, change)).consequences)).toBeUndefined();
    await call(aisyah, products.update, change);
    const { meat } = await sausage();
    await call(aisyah, categories.update, { ...(await at(meat.id)), name: "Renamed" });
    await call(aisyah, categories.update, { ...(await at(stationery.id)), halalRelevance: "required" });
  });

  test("needs a reason for a product declared free of meat, whatever its category says", async () => {
    const { product } = await sausage();
    const change = async () => ({ ...(await productAt(product)), containsMeat: false });
    expect(lossIn((await call(aisyah, products.previewUpdate, await change())).consequences)).toMatchObject({
      facts: { noLongerMeat: 1 },
    });
    expect((await refusalOf(call(aisyah, products.update, await change()))).code).toBe("loss_needs_reason");
  });
});

describe("where there is a second person", () => {
  beforeAll(addKarim);

  test.each(wayNames)("%s waits for them, and shows them what is lost and why", async (name) => {
    const world = await sausage();
    const answer = await ways[name].apply(world, { reason });
    if (!isWaiting(answer)) throw new Error("it was done by one person");
    expect(await statusOf(world.product)).toBe("paused");
    const request = await call(karim, approvals.get, { id: answer.approvalId });
    expect(request).toMatchObject({ isMyTurn: true, changes: { reason: { after: reason } } });
    expect(request.impact).toContainEqual({ code: "noLongerRequired", count: 1 });
    expect(request.impact).toContainEqual({ code: "noLongerMeat", count: 1 });
    const decision = { id: answer.approvalId, version: 1, decision: "approve" as const };
    expect((await refusalOf(call(aisyah, approvals.decide, decision))).code).toBe("own_request");
    expect(await call(karim, approvals.decide, decision)).toMatchObject({ state: "approved" });
    expect(await statusOf(world.product)).toBe("active");
  });

  test("loosening a type of retailers waits for them too, once retailers use it", async () => {
    const id = await shop.type({ certificate_policy: "require_both", needs_slaughter_policy: true });
    const version = async () => (await call(aisyah, retailerTypes.get, { id })).version;
    const laxer = [{ certificatePolicy: "require_product" }, { needsSlaughterPolicy: false }] as const;
    for (const patch of [...laxer, { certificatePolicy: "require_both", needsSlaughterPolicy: true } as const])
      expect(isWaiting(await call(aisyah, retailerTypes.update, { id, version: await version(), ...patch }))).toBe(
        false,
      );
    await shop.retailer({ retailer_type_id: id });
    for (const patch of laxer) {
      const change = { id, version: await version(), ...patch };
      const { consequences } = await call(aisyah, retailerTypes.previewUpdate, change);
      expect(lossIn(consequences)).toMatchObject({ resource: "retailerTypes", count: 1 });
      expect((await refusalOf(call(aisyah, retailerTypes.update, change))).code).toBe("loss_needs_reason");
      const answer = await call(aisyah, retailerTypes.update, { ...change, reason });
      if (!isWaiting(answer)) throw new Error("it was done by one person");
      const decision = { id: answer.approvalId, version: 1, decision: "approve" as const };
      expect(await call(karim, approvals.decide, decision)).toMatchObject({
        impact: [{ code: "retailers", count: 1 }],
      });
    }
    expect(await call(aisyah, retailerTypes.get, { id })).toMatchObject(Object.assign({}, ...laxer));
  });

  test("a change that loses nothing is made by one person, and a required reason is still asked for first", async () => {
    const { meat } = await sausage();
    const renamed = await call(aisyah, categories.update, { ...(await at(meat.id)), name: "Charcuterie" });
    expect(isWaiting(renamed)).toBe(false);
    const refused = call(aisyah, categories.update, { ...(await at(meat.id)), ...free });
    expect((await refusalOf(refused)).code).toBe("loss_needs_reason");
  });

  test("a change of many records at once is refused", async () => {
    const { meat, stationery, product } = await sausage();
    const branch = await create({ parentId: meat.id });
    await app.db.execute(sql`update products set category_id = ${branch.id} where id = ${product}`);
    const moves = { selection: { ids: [branch.id] }, parentId: stationery.id };
    const moving = await call(aisyah, manyCategories.previewMoves, moves);
    expect(lossIn(moving.consequences)).toMatchObject({ count: 1 });
    const merges = { selection: { ids: [branch.id] }, intoId: stationery.id };
    const merging = await call(aisyah, manyCategories.previewMerges, merges);
    const ofProducts = { selection: { ids: [product] }, categoryId: stationery.id };
    const shown = await call(aisyah, products.previewMove, ofProducts);
    expect(lossIn(shown.consequences)).toMatchObject({ count: 1, reaches: [{ id: product }] });
    const tries: [string | undefined, string][] = [
      [undefined, "loss_needs_reason"],
      [reason, "one_at_a_time"],
    ];
    for (const [said, code] of tries) {
      const grounds = said === undefined ? {} : { reason: said };
      const { fingerprint } = moving;
      const refusals = [
        call(aisyah, manyCategories.applyMoves, { ...moves, fingerprint, ...grounds }),
        call(aisyah, manyCategories.applyMerges, { ...merges, fingerprint: merging.fingerprint, ...grounds }),
        call(aisyah, products.applyMove, { ...ofProducts, fingerprint: shown.fingerprint, ...grounds }),
      ].map(refusalOf);
      expect((await Promise.all(refusals)).map((refusal) => refusal.code)).toEqual([code, code, code]);
    }
    expect(await statusOf(product)).toBe("paused");
  });

  test("imports are refused too, of categories and of products", async () => {
    const { meat, stationery, product } = await sausage();
    const grants = ["categories.update", "categories.setRelevance", "products.update", "products.publish"];
    const { actor } = await app.signIn("Importer", grants);
    const ctx = { ...app.api.systemContext(), actor, permission: categories.update.permission };
    const run = { claims: new Map<string, number>(), released: new Set<string>(), choices: {} };
    const row = (cells: Record<string, string>) => ({ rowNumber: 2, cells, faults: [] });
    const ofCategories = await categoriesImporter.check(
      ctx,
      [row({ path: meat.name, halalRelevance: "not_applicable" })],
      run,
    );
    expect(ofCategories).toMatchObject([{ outcome: "bad", problems: [{ code: "requirement_lost" }] }]);
    const { code } = await call(aisyah, products.get, { id: product });
    const ofProduct = { ...ctx, permission: products.update.permission };
    await productsImporter.prepare?.(ofProduct, Readable.from([]), run);
    const moved = row({ productCode: code, category: stationery.name });
    const ofProducts = await productsImporter.check(ofProduct, [moved], run);
    expect(ofProducts).toMatchObject([{ outcome: "bad", problems: [{ code: "requirement_lost" }] }]);
  });
});
