import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { seedOnce } from "#api/seed.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { insertBrands } from "#features/catalogue/brands/api/store.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { insertProduct } from "#features/catalogue/products/api/store.ts";
import { productFields } from "#features/catalogue/products/fields.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { call, download } from "#web/call.ts";

test("retailers are found by brands they sell now, with last activity and, in exports, product counts", async () => {
  const app = await testApi([brandsFeature, productsFeature, retailerTypesFeature, retailersFeature]);
  const ctx = app.api.systemContext();
  await seedOnce(ctx, [retailerTypesFeature, retailersFeature]);
  const [noor, hilal, dates, honey, lamb] = [newId(), newId(), newId(), newId(), newId()];
  await insertBrands(ctx, [
    { id: noor, values: { ...brandFields.empty, name: "Noor" } },
    { id: hilal, values: { ...brandFields.empty, name: "Hilal" } },
  ]);
  for (const [id, brandId] of [
    [dates, noor],
    [honey, noor],
    [lamb, hilal],
  ] as const)
    await insertProduct(ctx, { id, values: { ...productFields.empty, brandId, name: id } });
  const { transport } = await app.signIn("Aisyah", ["retailers.read", "retailers.export"]);
  const list = (brand?: string[]) =>
    call(transport, retailers.list, { sort: "code", limit: 25, count: "none", ...(brand ? { brand } : {}) });
  const [souk, kedai, pasar] = (await list()).rows;
  const assign = (retailerId: string, productId: string, status: "active" | "paused" | "ended") =>
    app.db.execute(sql`
      insert into assignments (id, retailer_id, product_id, status, pause_reason, pause_source, paused_at, starts_at,
                               ends_at, ended_at, created_at, updated_at)
      select ${newId()}::uuid, ${retailerId}::uuid, ${productId}::uuid, ${status},
             case when ${status} = 'paused' then 'Sold out' end, case when ${status} = 'paused' then 'manual' end,
             case when ${status} = 'paused' then at end, at, case when ${status} = 'ended' then at end,
             case when ${status} = 'ended' then at end, at, at
        from (select ${app.clock.now}::timestamptz as at) as clock`);
  await assign(souk!.id, dates, "active");
  await assign(souk!.id, honey, "paused");
  await assign(kedai!.id, lamb, "active");
  await assign(pasar!.id, dates, "ended");
  // A change of its assignments counts as activity of the retailer, also after they have ended.
  const stampOf = async (id: string) => (await list()).rows.find((row) => row.id === id)!.lastActivityAt;
  expect(pasar!.lastActivityAt).toBe(pasar!.updatedAt);
  app.clock.advance(60_000);
  await assign(pasar!.id, honey, "ended");
  expect([await stampOf(pasar!.id), (await stampOf(kedai!.id)) < app.clock.now]).toEqual([app.clock.now, true]);
  const foundBy = async (...brand: string[]) => (await list(brand)).rows.map(({ id }) => id);
  expect(await foundBy(noor)).toEqual([souk!.id]);
  expect(await foundBy(noor, hilal)).toEqual([souk!.id, kedai!.id]);
  expect(await foundBy(newId())).toEqual([]);
  const file = await download(transport, retailers.exportCsv, {
    sort: "code",
    limit: 25,
    count: "none",
    brand: [noor, hilal],
    columns: ["code", "productsCount", "stoppedCount", "locationsCount"],
  });
  const [, first, second] = (await file.text()).split("\r\n");
  expect([first, second]).toEqual([
    `${souk!.code},2,1,${souk!.locationsCount}`,
    `${kedai!.code},1,0,${kedai!.locationsCount}`,
  ]);
  await app.close();
});

test("retailers around a point are sorted by distance, each once across pages, even at equal distances", async () => {
  const app = await testApi([retailerTypesFeature, retailersFeature]);
  const { transport } = await app.signIn("Aisyah", ["retailers.read", "retailers.export"]);
  const { type, retailer, location } = market(app.db);
  const of = { retailer_type_id: await type() };
  const at = (id: string, latitude: number, more = {}) =>
    location({ retailer_id: id, latitude, longitude: 0, ...more });
  for (let made = 0; made < 57; made++) await at(await retailer(of), 1 + (made % 3));
  const two = await retailer(of);
  await at(two, 2.5);
  await at(two, 0.5, { is_primary: false });
  await at(two, 0.1, { is_primary: false, status: "closed" });
  await at(await retailer(of), 80);
  const read = (input: Partial<Input<typeof retailers.list>>) =>
    call(transport, retailers.list, { sort: "distance", limit: 25, count: "exact", near: "0,0,400", ...input });
  for (const direction of ["asc", "desc"] as const) {
    const pages = [await read({ direction })];
    while (pages.at(-1)!.next !== null) pages.push(await read({ direction, cursor: pages.at(-1)!.next! }));
    const rows = pages.flatMap((page) => page.rows);
    expect(pages.map((page) => [page.rows.length, page.total!.count])).toEqual([
      [25, 58],
      [25, 58],
      [8, 58],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(58);
    // A degree of a meridian is 111.195 km on a sphere of 6,371.0088 km.
    const expected = [55.598, ...[111.195, 222.39, 333.585].flatMap((km) => Array<number>(19).fill(km))];
    expect(rows.map(({ distanceKm }) => distanceKm)).toEqual(direction === "asc" ? expected : expected.toReversed());
    const back = await read({ direction, cursor: pages[1]!.previous! });
    expect(back.rows).toEqual(pages[0]!.rows);
  }
  const file = await download(transport, retailers.exportCsv, {
    sort: "distance",
    limit: 25,
    count: "none",
    near: "0,0,100",
    columns: ["code", "distanceKm", "lastActivityAt"],
  });
  const [row] = (await read({ near: "0,0,100" })).rows;
  expect((await file.text()).split("\r\n")[1]).toBe(`${row!.code},55.598,${row!.lastActivityAt}`);
  await expect(read({ near: undefined })).rejects.toMatchObject({
    errors: [{ path: "sort", code: "distance_from_nowhere" }],
  });
  await app.close();
});
