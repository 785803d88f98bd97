import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { readPage } from "#api/list.ts";
import { explaining } from "#api/testing/explainPlan.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brandStore, insertBrands, type NewBrand } from "#features/catalogue/brands/api/store.ts";
import { brandOperations, brands } from "#features/catalogue/brands/contract.ts";
import { brandFields, type BrandInput } from "#features/catalogue/brands/fields.ts";
import { call, type Transport } from "#web/call.ts";

const complete = { country: "AE", contactEmail: "a@noor.example", defaultCurrency: "AED" };
const brand = (name: string, fields: Partial<BrandInput> = {}, more: Partial<NewBrand> = {}): NewBrand => ({
  id: newId(),
  values: { ...brandFields.empty, name, ...fields },
  ...more,
});

// In order of creation, a day apart.
const samples: NewBrand[] = [
  brand("Zaytouna", { ...complete, country: "JO", nameI18n: { ar: "زيتونة الوادي" } }, { status: "active" }),
  brand("Éclair Noor", { ...complete, country: "FR", isMuslimOwned: "no" }, { status: "active" }),
  brand(
    "bustan nour",
    { ...complete, alternativeNames: ["Bostan Noor"], legalEntityName: "BN Foods LLC" },
    { status: "active" },
  ),
  brand("İncir Bahçesi", { ...complete, country: "TR", isMuslimOwned: "yes" }, { status: "submitted" }),
  brand("Old Caravan", complete, { status: "archived" }),
  brand("清泉食品", { country: "CN", nameI18n: { ar: "النبع", en: "Qingquan" } }),
  brand("Nowhere"),
];

let app: TestApi;
let transport: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature]);
  ({ transport } = await app.signIn("Aisyah", ["brands.read"]));
  for (const sample of samples) {
    await insertBrands(app.api.systemContext(), [sample]);
    app.clock.advance(86_400_000);
  }
});
afterAll(() => app.close());

const list = (input: Partial<Input<typeof brands.list>> = {}) =>
  call(transport, brands.list, { sort: "name", limit: 25, count: "capped", ...input });
const names = async (input: Partial<Input<typeof brands.list>>) => (await list(input)).rows.map(({ name }) => name);

describe("the list", () => {
  test("shows brands that are not archived, with their total", async () => {
    const { rows, total, next, previous } = await list();
    expect(rows.map(({ name }) => name)).toEqual([
      "bustan nour",
      "Éclair Noor",
      "İncir Bahçesi",
      "Nowhere",
      "Zaytouna",
      "清泉食品",
    ]);
    expect([total, next, previous]).toEqual([{ count: 6, isCapped: false }, null, null]);
    expect(rows[0]).toMatchObject({ code: "BR-00003", country: "AE", status: "active", version: 1 });
    expect(rows[0]).not.toHaveProperty("story");
    expect(rows[0]).not.toHaveProperty("searchKey");
  });

  test.each([
    ["createdAt", "asc", ["Zaytouna", "Éclair Noor", "bustan nour", "İncir Bahçesi", "清泉食品", "Nowhere"]],
    ["updatedAt", "desc", ["Nowhere", "清泉食品", "İncir Bahçesi", "bustan nour", "Éclair Noor", "Zaytouna"]],
    ["code", "asc", ["Zaytouna", "Éclair Noor", "bustan nour", "İncir Bahçesi", "清泉食品", "Nowhere"]],
    ["country", "asc", ["Nowhere", "bustan nour", "清泉食品", "Éclair Noor", "Zaytouna", "İncir Bahçesi"]],
    ["name", "desc", ["清泉食品", "Zaytouna", "Nowhere", "İncir Bahçesi", "Éclair Noor", "bustan nour"]],
  ] as const)("is sorted by %s %s", async (sort, direction, expected) => {
    expect(await names({ sort, direction })).toEqual(expected);
  });

  test.each([
    [{ status: ["archived"] }, ["Old Caravan"]],
    [{ status: ["draft", "archived"] }, ["Nowhere", "Old Caravan", "清泉食品"]],
    [{ status: ["active"], country: ["AE", "JO"] }, ["bustan nour", "Zaytouna"]],
    [{ country: ["AE"] }, ["bustan nour"]],
    [{ isMuslimOwned: ["yes", "no"] }, ["Éclair Noor", "İncir Bahçesi"]],
    [{ hasArabicName: true }, ["Zaytouna", "清泉食品"]],
    [{ hasArabicName: false, status: ["active"] }, ["bustan nour", "Éclair Noor"]],
    [{ createdFrom: "2026-11-21", createdTo: "2026-11-22" }, ["bustan nour", "Éclair Noor"]],
    [{ createdTo: "2026-11-20" }, ["Zaytouna"]],
    [{ createdFrom: "2026-11-25" }, ["Nowhere", "清泉食品"]],
    [{ createdFrom: "2026-11-22", createdTo: "2026-11-21" }, []],
  ] as const)("with %j shows %j", async (filter, expected) => {
    expect(await names(filter as unknown as Partial<Input<typeof brands.list>>)).toEqual(expected);
  });

  test("shows the requested ids, including archived ones", async () => {
    const ids = [samples[4]!.id, samples[0]!.id, newId()];
    expect(await names({ ids })).toEqual(["Old Caravan", "Zaytouna"]);
  });

  test.each([
    ["NOOR", ["bustan nour", "Éclair Noor"]],
    ["eclair", ["Éclair Noor"]],
    ["incir bahcesi", ["İncir Bahçesi"]],
    ["eclairnoor", ["Éclair Noor"]],
    ["bustannour", ["bustan nour"]],
    ["زيتونه", ["Zaytouna"]],
    ["BN foods", ["bustan nour"]],
    ["泉", ["清泉食品"]],
    ["qingquan", ["清泉食品"]],
    ["BR-00003", ["bustan nour"]],
    ["br-3", []],
    ["00004", ["İncir Bahçesi"]],
    ["br", []],
    ["caravan", []],
  ])("finds by %j", async (search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  test("refuses unknown sorts and filters, hidden or missing alike", async () => {
    const answer = (query: string) => transport(new Request(`https://mizan.test/api/v1/brands?${query}`));
    for (const sort of ["words", "searchKey", "nowhere"]) expect((await answer(`sort=${sort}`)).status).toBe(422);
    for (const filter of ["words=x", "contactEmail=x", "nowhere=x"]) expect((await answer(filter)).status).toBe(400);
  });
});

describe("names in Arabic", () => {
  test("are sorted as Arabic screens show them, before names in other scripts", async () => {
    const byName = ["清泉食品", "Zaytouna", "bustan nour", "Éclair Noor", "İncir Bahçesi", "Nowhere"];
    expect(await names({ sortLanguage: "ar" })).toEqual(byName);
    expect(await names({ sortLanguage: "ar", direction: "desc" })).toEqual(byName.toReversed());
  });

  test("lead from page to page, and a page link of one language is refused in the other", async () => {
    await app.db.execute(sql`
      insert into brands (id, slug, name, name_key, sort_key, name_i18n, words, status, created_at, updated_at)
      select md5('page' || n)::uuid, 'page-' || n, 'Page ' || n, 'page ' || n, 'page ' || n,
             jsonb_build_object('ar', substr('دجثتبأيوهنملكقفغعظطضصشسزرذخح', 1 + n % 28, 1) || ' ' || n), 'page', 'draft', now(), now()
        from generate_series(1, 60) as n`);
    const input = { search: "page", sortLanguage: "ar" } as const;
    const first = await list(input);
    const second = await list({ ...input, cursor: first.next! });
    const last = await list({ ...input, cursor: second.next! });
    const back = await list({ ...input, cursor: last.previous! });
    const titles = [first, second, last].flatMap(({ rows }) => rows.map(({ nameI18n }) => nameI18n.ar!));
    const { compare } = new Intl.Collator("ar");
    expect(titles).toHaveLength(60);
    expect(titles).toEqual(titles.toSorted(compare));
    expect(back.rows).toEqual(second.rows);
    await expect(list({ search: "page", cursor: first.next! })).rejects.toMatchObject({ code: "invalid_cursor" });
    const { next } = await list({ search: "page" });
    await expect(list({ ...input, cursor: next! })).rejects.toMatchObject({ code: "invalid_cursor" });
    // What no language changes.
    const byTime = await list({ search: "page", sort: "createdAt" });
    const rest = await list({ ...input, sort: "createdAt", cursor: byTime.next! });
    expect(rest.rows).toHaveLength(25);
    await app.db.execute(sql`delete from brands where words = 'page'`);
  });
});

test("counts each status with the other filters", async () => {
  const counts = async (filter: Input<typeof brands.countByStatus> = {}) => {
    const { byStatus } = await call(transport, brands.countByStatus, filter);
    return Object.fromEntries(Object.entries(byStatus).map(([status, { count }]) => [status, count]));
  };
  expect(await counts()).toEqual({ draft: 2, submitted: 1, active: 3, suspended: 0, rejected: 0, archived: 1 });
  expect(await counts({ country: ["AE"] })).toMatchObject({ draft: 0, active: 1, archived: 1 });
  expect(await counts({ search: "noor" })).toMatchObject({ draft: 0, active: 2, archived: 0 });
});

test("stops counting by status at the cap", async () => {
  await app.db.execute(sql`
    insert into brands (id, slug, name, name_key, sort_key, words, status, created_at, updated_at)
    select md5('bulk' || n)::uuid, 'bulk-' || n, 'Bulk ' || n, 'bulk ' || n, 'bulk ' || n, 'bulk ' || n, 'draft', now(), now()
      from generate_series(1, 10000) as n`);
  const { byStatus } = await call(transport, brands.countByStatus, { search: "bulk" });
  expect(byStatus.draft).toEqual({ count: 10_000, isCapped: false });
  expect((await call(transport, brands.countByStatus, {})).byStatus.draft).toEqual({ count: 10_000, isCapped: true });
  await app.db.execute(sql`delete from brands where name_key like 'bulk %'`);
});

describe("brands with a similar name", () => {
  const similar = async (name: string, exceptId?: string) => {
    const { rows } = await call(transport, brands.findSimilar, { name, exceptId });
    return rows.map((row) => `${row.name}${row.isSameName ? " =" : ""}`);
  };

  test("have the same one first, then by similarity, in any spelling", async () => {
    expect(await similar("BUSTAN  Nour")).toEqual(["bustan nour ="]);
    expect(await similar("Bustan Noor")).toEqual(["bustan nour"]);
    expect(await similar("Zaytuna")).toEqual(["Zaytouna"]);
    expect(await similar("زيتونه الوادى")).toEqual(["Zaytouna"]);
    expect((await similar("Noor")).toSorted()).toEqual(["bustan nour", "Éclair Noor"].toSorted());
  });

  test("leave out the brand itself and archived ones", async () => {
    expect(await similar("bustan nour", samples[2]!.id)).toEqual([]);
    expect(await similar("Old Caravan")).toEqual([]);
  });

  test("are none for a single letter or an empty name, but the same name is found even if it is short", async () => {
    expect(await similar("")).toEqual([]);
    expect(await similar("z")).toEqual([]);
    await insertBrands(app.api.systemContext(), [brand("Zu")]);
    expect(await similar("zu")).toEqual(["Zu ="]);
  });
});

describe.runIf(inject("testDatabase").engine === "postgres")("an index of the brands", () => {
  const orders = brandOperations.description.sorts.flatMap((sort) =>
    (["asc", "desc"] as const).map((direction) => ({ sort, direction })),
  );
  const statuses = [undefined, ["draft"], ["draft", "submitted"]] as const;
  const inArabic = orders
    .filter(({ sort }) => ["name", "country"].includes(sort))
    .map((order) => ({ ...order, sortLanguage: "ar" as const }));
  const cases = [...orders, ...inArabic].flatMap((order) => statuses.map((status) => ({ ...order, status })));

  test.each(cases)(
    "gives the first page by $sort $direction $sortLanguage with $status without sorting",
    async (requested) => {
      const { ctx, statements, explain } = explaining(app.db);
      const { status, ...order } = requested;
      await readPage(ctx, brandStore.list, {
        ...order,
        limit: 25,
        count: "none",
        ...(status && { status: [...status] }),
      });
      const plan = await explain(statements[0]!);
      expect(plan).toMatch(/^Limit/);
      expect(plan).toContain("Index Scan");
      // Several statuses are merged from the sorted rows of each.
      expect(plan).not.toMatch(/(?<!Merge )Sort\b(?! Key)/);
      if ("sortLanguage" in requested) expect(plan).toContain("name_ar");
    },
  );
});
