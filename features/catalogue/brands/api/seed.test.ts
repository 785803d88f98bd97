import * as z from "zod/mini";
import { expect, onTestFinished, test } from "vitest";
import { testApi } from "#api/testing/testApi.ts";
import { markWithoutSample, hasSampleRows, seedOnce } from "#api/seed.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { sampleBrands } from "#features/catalogue/brands/api/service/samples.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { brandStatuses } from "#features/catalogue/brands/contract/statuses.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { call } from "#web/call.ts";

test("the samples are forty brands that a user could have entered, in every status and several scripts", () => {
  expect(sampleBrands).toHaveLength(40);
  for (const { values, status = "draft" } of sampleBrands) {
    expect(z.safeParse(brandFields.schema, values), values.name).toMatchObject({ success: true, data: values });
    expect(brandFields.errorsOf(values, status), values.name).toEqual([]);
  }
  expect(new Set(sampleBrands.map(({ status }) => status))).toEqual(new Set(brandStatuses));
  const texts = sampleBrands.map(({ values }) => values.name + Object.values(values.nameI18n).join("")).join("");
  for (const script of ["Arab", "Cyrl", "Deva", "Beng", "Hani", "Hang", "Thai", "Katakana"]) {
    expect(texts).toMatch(new RegExp(`\\p{Script=${script}}`, "u"));
  }
});

test("a new database gets them once, the same every time", async () => {
  const seeded = async () => {
    const app = await testApi([brandsFeature]);
    expect(await seedOnce(app.api.systemContext(), [brandsFeature])).toBe(true);
    expect(await seedOnce(app.api.systemContext(), [brandsFeature])).toBe(false);
    const { transport } = await app.signIn("Aisyah", ["brands.read"]);
    const list = await call(transport, brands.list, {
      sort: "code",
      limit: 50,
      count: "exact",
      status: [...brandStatuses],
    });
    const { events } = await call(transport, brands.activity, { id: list.rows[0]!.id, limit: 10 });
    await app.close();
    expect(events).toMatchObject([
      { action: "create", actorName: "Mizan", actorId: null, at: list.rows[0]!.createdAt },
    ]);
    return list;
  };
  const first = await seeded();
  expect(first.rows.filter(({ logoFileId }) => logoFileId !== null)).toHaveLength(8);
  expect(first.total).toEqual({ count: 40, isCapped: false });
  expect(first.rows.every(({ createdAt }) => createdAt < "2026-11-20T09:00:00.000Z")).toBe(true);
  expect(await seeded()).toEqual(first);
});

test("a database that started without them gets them only if they are requested by name", async () => {
  const app = await testApi([brandsFeature]);
  onTestFinished(app.close);
  const ctx = app.api.systemContext();
  await markWithoutSample(ctx);
  expect([await seedOnce(ctx, [brandsFeature]), await hasSampleRows(ctx)]).toEqual([false, false]);
  expect([await seedOnce(ctx, [brandsFeature], { byName: true }), await hasSampleRows(ctx)]).toEqual([true, true]);
  await markWithoutSample(ctx);
  expect([await seedOnce(ctx, [brandsFeature], { byName: true }), await hasSampleRows(ctx)]).toEqual([false, true]);
});
