import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RowScope } from "#base/grants.ts";
import { nameKey, searchKey } from "#base/searchKey.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { plainTerms } from "#api/testing/redemptionFactory.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { features } from "#features/api.ts";
import { search } from "#features/platform/search/contract.ts";
import { call, type Transport } from "#web/call.ts";

const allReads = [
  "brands.read",
  "products.read",
  "certificates.read",
  "retailers.read",
  "users.read",
  "promocodes.read",
  "redemptions.read",
];

let app: TestApi;
let everybody: Transport;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await testApi(features);
  const made = market(app.db);
  const named = (name: string, ar?: string) => ({
    name,
    name_i18n: ar ? { ar } : {},
    name_key: nameKey(name),
    sort_key: searchKey(name),
    words: searchKey(`${name} ${ar ?? ""}`),
  });
  const product = ({ name_key: _, ...values }: ReturnType<typeof named>) => values;
  const retailer = ({ name, name_i18n, sort_key, words }: ReturnType<typeof named>, type: string, country: string) =>
    made.retailer({
      trading_name: name,
      trading_name_i18n: name_i18n,
      sort_key,
      words,
      retailer_type_id: type,
      country,
    });
  ids.brand = await made.brand({ ...named("Zelkova Foods", "زيلكوفا"), country: "GB" });
  ids.otherBrand = await made.brand({ ...named("Organic Zelkova"), country: "MY" });
  ids.archived = await made.brand({ ...named("Zelkova Gone"), status: "archived" });
  const category = { category_id: await made.category() };
  ids.product = await made.product({
    ...product(named("Zelkova Date Syrup", "دبس التمر")),
    ...category,
    brand_id: ids.brand,
    gtin: "09521000000018",
  });
  ids.otherProduct = await made.product({
    ...product(named("Quillwort Honey")),
    ...category,
    brand_id: ids.otherBrand,
  });
  ids.body = await made.body();
  ids.certificate = await made.certificate({
    body_id: ids.body,
    certificate_no: "JKM-2026/001",
    certificate_no_key: "jkm2026001",
    words: "jkm 2026 001 jkm2026001 zelkova holder",
    holder_type: "brand",
    holder_brand_id: ids.brand,
    holder_name: "Zelkova Foods",
  });
  const type = await made.type();
  ids.retailer = await retailer(named("Zelkova Market", "سوق الزيلكوفا"), type, "GB");
  ids.otherRetailer = await retailer(named("Quillwort Bazaar"), type, "MY");
  ids.user = await made.insert("users", {
    name: "Tester Zelkova",
    sort_key: "tester zelkova",
    search_key: " tester zelkova tester zelkova example",
    email: "tester@zelkova.example",
    email_key: "tester@zelkova.example",
    category_id: 1,
    status: "active",
    created_at: app.clock.now,
    updated_at: app.clock.now,
  });
  const promocode = (name: string, owner: string) =>
    made.insert("campaigns", {
      ...named(name),
      owner_brand_id: owner,
      code_mode: "shared",
      shared_code: name,
      shared_code_key: nameKey(name),
      currency: "GBP",
      draft: plainTerms,
      status: "draft",
      version: 1,
      created_at: app.clock.now,
      updated_at: app.clock.now,
    });
  ids.promocode = await promocode("Larch Dates", ids.brand);
  ids.otherPromocode = await promocode("Larch Honey", ids.otherBrand);
  // Each at a retailer of one country, with the promocode of a brand of the other.
  ids.redemption = await redeemed(ids.otherPromocode, ids.retailer, "TILL-000017");
  ids.otherRedemption = await redeemed(ids.promocode, ids.otherRetailer, "TILL-000018");
  ({ transport: everybody } = await app.signIn("Everybody", allReads));
});
afterAll(() => app.close());

/** A receipt on which the promocode was used. */
async function redeemed(campaignId: string, retailerId: string, orderRef: string): Promise<string> {
  const id = newId();
  await app.db.execute(sql`
    insert into redemptions (bucket, id, campaign_id, campaign_version, is_code_counted, retailer_id, order_ref, currency,
                             counter_bucket, counted_ids, counted_periods, caller_id, request_id, created_at, status,
                             committed_at, discount_minor, cashback_minor, cost_minor, discount_left_minor,
                             cashback_left_minor, cost_left_minor, trace)
    values (bucket_of(${id}::uuid), ${id}, ${campaignId}, 1, false, ${retailerId}, ${orderRef}, 'GBP', 0, '{}', '{}',
            ${retailerId}, 'request', now(), 'committed', now(), 100, 0, 100, 100, 0, 100, '{}')`);
  return id;
}

const found = async (transport: Transport, q: string, limit = 6) =>
  (await call(transport, search.find, { q, limit })).rows;
const titles = async (transport: Transport, q: string) => (await found(transport, q)).map(({ title }) => title);

describe("a search", () => {
  test("finds records of every area, with what a suggestion shows", async () => {
    const rows = await found(everybody, "zelkova");
    expect(rows.map(({ resource }) => resource)).toEqual([
      "brands",
      "products",
      "retailers",
      "users",
      "brands",
      "certificates",
    ]);
    expect(rows[0]).toEqual({
      resource: "brands",
      id: ids.brand,
      title: "Zelkova Foods",
      titleI18n: { ar: "زيلكوفا" },
      subtitle: expect.stringMatching(/^BR-\d{5}$/),
      url: `/apps/brand/brands/${ids.brand}`,
    });
  });

  test.each(["09521000000018", "9521000000018", "9521 0000 0001 8", "9521-0000-00018", "٩٥٢١٠٠٠٠٠٠٠١٨"])(
    "finds a product by its GTIN as %s, before anything else",
    async (gtin) => expect((await titles(everybody, gtin))[0]).toBe("Zelkova Date Syrup"),
  );

  test.each(["JKM-2026/001", "jkm2026001", "JKM 2026 001", "jkm-2026-001", "jkm2026"])(
    "finds a certificate by its number as %s",
    async (number) => expect(await titles(everybody, number)).toEqual(["JKM-2026/001"]),
  );

  test("finds a record by its code in any spelling", async () => {
    for (const { subtitle, id } of await found(everybody, "zelkova foods")) {
      if (!subtitle.startsWith("BR-")) continue;
      for (const typed of [subtitle, subtitle.toLowerCase(), subtitle.replace("-", ""), subtitle.replace("-", " ")])
        expect((await found(everybody, typed))[0]?.id, typed).toBe(id);
    }
  });

  test.each([
    ["ZELKOVA   market", "Zelkova Market"],
    ["الزيلكوفا", "Zelkova Market"],
    ["دِبْس التَّمْر", "Zelkova Date Syrup"],
    ["TESTER@zelkova.example", "Tester Zelkova"],
    ["LARCH dates", "Larch Dates"],
    ["TILL-000017", "TILL-000017"],
  ])("ignores case, spaces and forms of letters: %s", async (typed, title) =>
    expect(await titles(everybody, typed)).toContain(title),
  );

  test("ranks titles that begin with the text before those that contain it", async () => {
    const brands = (await found(everybody, "zelkova")).filter(({ resource }) => resource === "brands");
    expect(brands.map(({ title }) => title)).toEqual(["Zelkova Foods", "Organic Zelkova"]);
  });

  test("finds nothing archived, nothing for one letter, and nothing for punctuation", async () => {
    expect(await titles(everybody, "zelkova gone")).toEqual([]);
    for (const typed of ["z", "  z ", "--", "%%", "__", "' or 1=1 --x"])
      expect(await titles(everybody, typed)).toEqual([]);
  });

  test("gives no more than were requested", async () => expect(await found(everybody, "zelkova", 2)).toHaveLength(2));
});

describe("records opened before", () => {
  test("are returned in the order of the ids, without those that are gone", async () => {
    const wanted = [ids.retailer!, newId(), ids.product!, ids.archived!, ids.certificate!];
    const { rows } = await call(everybody, search.find, { ids: wanted, limit: 6 });
    expect(rows.map(({ id }) => id)).toEqual([ids.retailer, ids.product, ids.certificate]);
  });
});

describe("nobody finds what they may not list", () => {
  const everyText = [
    "zelkova",
    "quillwort",
    "organic",
    "jkm",
    "9521000000018",
    "syrup",
    "زيلكوفا",
    "tester",
    "larch",
    "TILL-000017",
    "TILL-000018",
  ];
  const opened = async (transport: Transport, wanted: string[]) =>
    (await call(transport, search.find, { ids: wanted, limit: 6 })).rows;
  const reach = async (grants: readonly string[], scopes: readonly RowScope[] = []) => {
    const { transport } = await app.signIn("Limited user", grants, scopes);
    const rows = (await Promise.all(everyText.map((q) => found(transport, q)))).flat();
    const parts = [allIds().slice(0, 6), allIds().slice(6, 12), allIds().slice(12)];
    const known = await Promise.all(parts.map((part) => opened(transport, part)));
    return [...new Set([...rows, ...known.flat()].map(({ id }) => nameOf(id)))].toSorted();
  };
  const allIds = () => Object.values(ids);
  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? "another";
  const scoped = allReads.filter((grant) => grant !== "users.read").map((grant) => `${grant}@scope`);

  test("without any permission", async () => expect(await reach([])).toEqual([]));

  test.each([
    ["brands.read", ["brand", "otherBrand"]],
    ["products.read", ["otherProduct", "product"]],
    ["certificates.read", ["certificate"]],
    ["retailers.read", ["otherRetailer", "retailer"]],
    ["users.read", ["user"]],
    ["promocodes.read", ["otherPromocode", "promocode"]],
    ["redemptions.read", ["otherRedemption", "redemption"]],
  ])("with %s alone", async (grant, names) => expect(await reach([grant])).toEqual(names));

  test("with the permission to change records but not to list them", async () =>
    expect(await reach(["brands.update", "products.update", "certificates.verify"])).toEqual([]));

  test("in the scope of a brand", async () =>
    expect(await reach(scoped, [{ kind: "brand", target: ids.brand! }])).toEqual([
      "brand",
      "certificate",
      "otherRedemption",
      "product",
      "promocode",
    ]));

  test("in the scope of a country", async () =>
    expect(await reach(scoped, [{ kind: "country", target: "MY" }])).toEqual([
      "otherBrand",
      "otherProduct",
      "otherRetailer",
    ]));

  test("in the scope of a retailer", async () =>
    expect(await reach(scoped, [{ kind: "retailer", target: ids.retailer! }])).toEqual(["redemption", "retailer"]));

  test("in no scope at all", async () => expect(await reach(scoped)).toEqual([]));

  test("by code or GTIN", async () => {
    const { transport } = await app.signIn("Elsewhere", scoped, [{ kind: "brand", target: ids.otherBrand! }]);
    const codes = (await found(everybody, "zelkova"))
      .map(({ subtitle }) => subtitle)
      .filter((code) => /^[A-Z]/.test(code));
    expect(codes.length).toBeGreaterThan(1);
    const reached = await Promise.all(["9521000000018", "jkm2026001", ...codes].map((q) => found(transport, q)));
    expect(
      reached
        .flat()
        .map(({ id }) => id)
        .filter((id) => id !== ids.otherBrand),
    ).toEqual([]);
  });
});

test("hostile texts find nothing and cause no fault", async () => {
  const hostile = [
    "'; drop table brands; --",
    "%_%",
    "\\",
    "a".repeat(200),
    "😀😀",
    "ab\u202Ecd",
    "x' or '1'='1",
    "{}[]",
  ];
  for (const q of hostile) expect(await titles(everybody, q), q).toEqual([]);
  expect(app.logged.filter(({ facts }) => "error" in facts)).toEqual([]);
});
