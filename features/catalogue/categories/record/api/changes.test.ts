import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BulkPreview } from "#base/bulk.ts";
import { decidingPermissions } from "#base/decisions.ts";
import type { Refusal } from "#base/refusal.ts";
import { inTransaction } from "#api/context.ts";
import { seedOnce } from "#api/seed.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { picture } from "#api/testing/pictureBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { categoriesImporter } from "#features/catalogue/categories/api/import.ts";
import { type Category, categories } from "#features/catalogue/categories/contract.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { manyCategories } from "#features/catalogue/categories/contract/bulk.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import { files } from "#features/platform/files/contract.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let transport: Transport;
let shop: ReturnType<typeof market>;
const actions = ["read", "create", "update", "delete", "merge", "export", "import"];
const rights = [...actions.map((action) => `categories.${action}`), ...decidingPermissions(categoryDecisions)];
beforeAll(async () => {
  app = await testApi([categoriesFeature, filesFeature(categoriesFeature.filePurposes ?? [])]);
  shop = market(app.db);
  await seedOnce(app.api.systemContext(), [categoriesFeature]);
  ({ transport } = await app.signIn("Aisyah", rights));
});
afterAll(() => app.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );
const readTree = async (who = transport) => (await call(who, categories.tree, { withArchived: false })).rows;
const named = async (name: string) => (await readTree()).find((row) => row.name === name)!;
const create = (fields: object): Promise<Category> =>
  call(transport, categories.create, { id: newId(), parentId: null, name: "Books", ...fields });

test("the sample tree has names in two languages and covers every kind of inheritance", async () => {
  const rows = await readTree();
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(rows.every(({ nameI18n }) => /\p{Script=Arabic}/u.test(nameI18n.ar ?? ""))).toBe(true);
  expect(await named("Cheese")).toMatchObject({ halalRelevance: null, effectiveHalalRelevance: "required", depth: 3 });
  expect(await named("Dates")).toMatchObject({ halalRelevance: null, effectiveHalalRelevance: "not_applicable" });
  expect(await named("Dried fruit")).toMatchObject({ effectiveHalalRelevance: "recommended" });
  expect(new Set(rows.map(({ effectiveHalalRelevance }) => effectiveHalalRelevance)).size).toBe(3);
  expect(await named("Poultry")).toMatchObject({ containsMeat: null, effectiveContainsMeat: true });
  expect((await named("Dates")).effectiveContainsMeat).toBe(false);
  expect((await named("Cheese")).effectiveContainsMeat).toBeNull();
});

test("names are unique among siblings, slugs come from them, and a repeated request creates one", async () => {
  const dairy = await named("Dairy");
  const input = { id: newId(), parentId: dairy.id, name: "Süßes Kefir", gs1Brick: "10000028" };
  const kefir = await call(transport, categories.create, input);
  expect(kefir).toMatchObject({ slug: "susses-kefir", path: [{ name: "Food" }, { name: "Dairy" }] });
  expect(await call(transport, categories.create, input)).toEqual(kefir);
  expect(await codeOf(create({ parentId: dairy.id, name: "süsses KEFIR" }))).toBe("done");
  expect(await codeOf(create({ parentId: dairy.id, name: " cheese" }))).toBe("duplicate_category_name");
  expect(await codeOf(create({ parentId: dairy.id, name: "Sheep cheese", slug: "cheese" }))).toBe("duplicate_slug");
  expect(await codeOf(create({ parentId: (await named("Meat")).id, name: "Cheese" }))).toBe("done");
  expect((await create({ name: "لبنة" })).slug).toBe("category");
  expect((await create({ name: "جبنة" })).slug).toBe("category-2");
  expect(await codeOf(create({ parentId: newId(), name: "Nowhere" }))).toBe("invalid_input");
  expect(await codeOf(create({ name: "Tea / Coffee" }))).toBe("invalid_input");
});

test("a category shows a picture in the tree, and releases it when the category is deleted", async () => {
  const imageFileId = newId();
  const bytes = await picture("png");
  await call(transport, files.upload, { id: imageFileId, purpose: "categoryImage", name: "tea.png", bytes });
  const tea = await create({ name: "Tea", imageFileId });
  expect((await named("Tea")).imageFileId).toBe(imageFileId);
  expect(await codeOf(create({ name: "Coffee", imageFileId }))).toBe("file_unknown");
  await call(transport, categories.remove, { id: tea.id, version: tea.version });
  // Once released, another category may use it.
  expect(await codeOf(create({ name: "Coffee", imageFileId }))).toBe("done");
});

test("a list finds a category with its path, below others, and by its effective settings", async () => {
  const food = await named("Food");
  const requested = { sort: "name", limit: 25, count: "none" } as const;
  const found = await call(transport, categories.list, { ...requested, search: "لبنه", under: [food.id] });
  expect(found.rows).toMatchObject([{ name: "Labneh and yoghurt", path: [{ name: "Food" }, { name: "Dairy" }] }]);
  const none = await call(transport, categories.list, { ...requested, halalRelevance: ["not_applicable"] });
  expect(none.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["Dates", "Stationery"]));
  expect(none.rows.map(({ name }) => name)).not.toContain("Meat");
});

test("a user limited to a category can access only its subtree, and can't move anything out of it", async () => {
  const dairy = await named("Dairy");
  const scoped = rights.map((grant) => `${grant}@scope`);
  const { transport: bound } = await app.signIn("Karim", scoped, [{ kind: "category", target: dairy.id }]);
  const rows = await readTree(bound);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["Dairy", "Cheese", "Ghee and butter"]));
  expect(rows.every(({ depth }) => depth >= 2)).toBe(true);
  const cheese = rows.find(({ name }) => name === "Cheese")!;
  const seen = await call(bound, categories.get, { id: cheese.id });
  expect(seen).toMatchObject({ path: [{ name: "Dairy" }], inheritedFrom: null });
  expect(await codeOf(call(bound, categories.get, { id: dairy.parentId! }))).toBe("not_found");
  const move = (parentId: string | null) =>
    codeOf(call(bound, categories.move, { id: cheese.id, version: cheese.version, parentId }));
  expect(await move(null)).toBe("outside_scope");
  expect(await move((await named("Meat")).id)).toBe("invalid_input");
  expect((await call(bound, categories.get, { id: cheese.id })).parentId).toBe(dairy.id);
});

test("a category in use can be neither archived nor deleted, and the refusal says what refers to it", async () => {
  const health = await named("Health");
  const archive = ({ id, version }: { id: string; version: number }) =>
    call(transport, categories.changeStatus, { id, version, to: "archived" });
  const refused: Refusal = await archive(health).then(
    () => Promise.reject(new Error("archived")),
    (error: Refusal) => error,
  );
  expect(refused).toMatchObject({ status: 409, code: "category_in_use", details: { children: 1, products: 0 } });
  const leaf = await named("Food supplements");
  expect(await archive(leaf)).toMatchObject({ status: "archived" });
  const again = await create({ parentId: health.id, name: "Food supplements" });
  const back = { id: leaf.id, version: leaf.version + 1, to: "active" as const };
  expect(await codeOf(call(transport, categories.changeStatus, back))).toBe("duplicate_category_name");
  const remove = ({ id, version }: { id: string; version: number }) =>
    codeOf(call(transport, categories.remove, { id, version }));
  expect(await remove(health)).toBe("category_in_use");
  const { actor } = await app.signIn("Huda", []);
  await app.db.execute(sql`
    insert into user_scopes (user_id, kind, target, granted_at) values (${actor.userId}, 'category', ${again.id}, now())`);
  expect(await remove(again)).toBe("category_in_use");
  await app.db.execute(sql`delete from user_scopes where target = ${again.id}`);
  expect(await remove(again)).toBe("done");
  expect(await codeOf(call(transport, categories.get, { id: again.id }))).toBe("not_found");
});

test("a stale version is refused with the changes made in the meantime", async () => {
  const spices = await named("Spices");
  const update = (fields: object) => call(transport, categories.update, { id: spices.id, version: 1, ...fields });
  await update({ nameI18n: { ar: "توابل" } });
  const refused = await update({ name: "Herbs" }).catch((error: Refusal) => error);
  expect(refused).toMatchObject({
    code: "version_conflict",
    details: {
      changedBy: "Aisyah",
      current: { nameI18n: { ar: "توابل" } },
      changes: { nameI18n: { before: { ar: "بهارات" }, after: { ar: "توابل" } } },
    },
  });
});

describe("several categories at once", () => {
  let made = 0;
  const add = (parentId: string | null, fields: object = {}) =>
    create({ parentId, name: `Sample ${++made}`, ...fields });
  const get = (id: string) => call(transport, categories.get, { id });
  const addProduct = async (category_id: string) => shop.product({ brand_id: await shop.brand(), category_id });
  const selection = (...chosen: readonly { id: string }[]) => ({ selection: { ids: chosen.map(({ id }) => id) } });
  const leftOutOf = (preview: BulkPreview) =>
    Object.fromEntries(preview.leftOut.map(({ code, examples }) => [code, examples.map(({ label }) => label)]));

  test("are moved in order with their subtrees; those that can't be moved are left out with a reason", async () => {
    const [from, below] = [await add(null, { containsMeat: true }), await add(null)];
    const [a, b] = [await add(from.id), await add(from.id)];
    const [along, twin] = [await add(a.id), await add(null, { name: b.name })];
    await addProduct(a.id);
    const target = await add(below.id);
    const moves = { ...selection(below, twin, b, along, a, target), parentId: target.id };
    const preview = await call(transport, manyCategories.previewMoves, moves);
    expect(preview).toMatchObject({ matched: 6, changing: 2 });
    expect(preview.consequences).toMatchObject([
      { resource: "categories", verb: "askedOtherwise", count: 1 },
      { resource: "products", verb: "requirementLost", facts: { noLongerMeat: 1 } },
    ]);
    // Of two with the same name, the first in the tree is moved.
    expect(leftOutOf(preview)).toEqual({
      moves_along: [along.name, target.name],
      category_cycle: [below.name],
      duplicate_category_name: [b.name],
    });
    expect((await get(a.id)).parentId).toBe(from.id);
    const apply = (fingerprint: string) =>
      call(transport, manyCategories.applyMoves, { ...moves, fingerprint, reason: "Their place in the standard" });
    expect(await codeOf(apply("of something else"))).toBe("preview_stale");
    expect(await apply(preview.fingerprint)).toEqual({ changed: 2, leftOut: 4 });
    expect(await get(along.id)).toMatchObject({ parentId: a.id, depth: 4, effectiveContainsMeat: null });
    expect(await codeOf(apply(preview.fingerprint))).toBe("preview_stale");
  });

  test("are merged into one, which can't be one of them or below one of them", async () => {
    const [into, other, top] = [await add(null), await add(null), await add(null)];
    const child = await add(top.id);
    const mine = await addProduct(other.id);
    await addProduct(child.id);
    const merges = { ...selection(into, other, top, child), intoId: into.id };
    const preview = await call(transport, manyCategories.previewMerges, merges);
    expect(preview).toMatchObject({ matched: 4, changing: 3 });
    expect(preview.consequences).toContainEqual(
      expect.objectContaining({ resource: "categories", verb: "movedProducts", count: 2 }),
    );
    expect(leftOutOf(preview)).toEqual({ merge_into_itself: [into.name] });
    await call(transport, manyCategories.applyMerges, { ...merges, fingerprint: preview.fingerprint });
    for (const { id } of [other, top, child])
      expect(await get(id)).toMatchObject({ status: "archived", mergedInto: { id: into.id } });
    const moved = await rowsOf(app.db, sql`select category_id as "into" from products where id = ${mine}`);
    expect(moved).toEqual([{ into: into.id }]);
  });

  test("are archived, a whole branch from its leaves up, except for those in use", async () => {
    const top = await add(null);
    const middle = await add(top.id);
    const leaf = await add(middle.id);
    const used = await add(null);
    await addProduct(used.id);
    const archivings = selection(top, middle, leaf, used);
    const preview = await call(transport, manyCategories.previewArchivings, archivings);
    expect(preview).toMatchObject({ changing: 3, consequences: [] });
    expect(leftOutOf(preview)).toEqual({ category_in_use: [used.name] });
    await call(transport, manyCategories.applyArchivings, { ...archivings, fingerprint: preview.fingerprint });
    expect((await get(top.id)).status).toBe("archived");
    const again = await call(transport, manyCategories.previewArchivings, archivings);
    expect(again.leftOut).toMatchObject([{ code: "already_there", count: 3 }, { code: "category_in_use" }]);
  });
});

test("an import by paths creates missing categories, updates existing ones, and reports errors by row", async () => {
  const { actor } = await app.signIn("Omar", rights);
  const ctx = { ...app.api.systemContext(), actor, permission: categories.importTemplate.permission };
  const row = (rowNumber: number, cells: Record<string, string>) => ({ rowNumber, cells, faults: [] });
  const run = { claims: new Map<string, number>(), released: new Set<string>(), choices: {} };
  const rows = [
    row(2, { path: "Sample food / Soups / Lentil soup", nameAr: "شوربة عدس", containsMeat: "no" }),
    row(3, { path: "sample FOOD > soups", halalRelevance: "not_applicable" }),
    row(4, { path: "Food / Sauces", nameAr: "صلصات وتتبيلات" }),
    row(5, { path: "Food / Bakery" }),
    row(6, { path: "Sample food / Soups / Lentil soup" }),
    row(7, { path: "A / B / C / D / E / F" }),
    row(8, { path: "Sample food / Rice", halalRelevance: "yes", containsMeat: "perhaps" }),
    row(9, { path: "", gs1Brick: "12" }),
  ];
  const checked = await categoriesImporter.check(ctx, rows, run);
  expect(checked.map(({ outcome }) => outcome)).toEqual([
    "new",
    "new",
    "update",
    "unchanged",
    "bad",
    "bad",
    "bad",
    "bad",
  ]);
  expect(checked[0]).toMatchObject({ notes: [{ code: "parents_made", params: { names: "Sample food, Soups" } }] });
  expect(checked.slice(4)).toMatchObject([
    { problems: [{ field: "path", code: "same_as_row", params: { row: 2 } }] },
    { problems: [{ field: "path", code: "path_too_deep" }] },
    {
      problems: [
        { field: "containsMeat", code: "not_one_of" },
        { field: "halalRelevance", code: "not_one_of", suggestion: "required" },
      ],
    },
    { problems: [{ field: "path", code: "required" }] },
  ]);
  const good = checked.flatMap((each) => (each.outcome === "new" || each.outcome === "update" ? [each] : []));
  await inTransaction(ctx, (inner) => categoriesImporter.write(inner, good, { fileName: "tree.csv" }));
  expect(await named("Lentil soup")).toMatchObject({ depth: 3, effectiveHalalRelevance: "not_applicable" });
  expect((await named("Sauces")).nameI18n.ar).toBe("صلصات وتتبيلات");
  const file = await download(transport, categories.exportCsv, { withArchived: false });
  const text = await file.text();
  expect(text).toContain(
    "Sample food / Soups / Lentil soup,شوربة عدس,,lentil-soup,,not_applicable,false,false,,active,0",
  );
});
