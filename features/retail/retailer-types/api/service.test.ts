import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import { inTransaction } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerTypesImporter } from "#features/retail/retailer-types/api/import.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { emptyRetailerType } from "#features/retail/retailer-types/rules.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let aisyah: Transport;
beforeAll(async () => {
  app = await testApi([retailerTypesFeature, retailersFeature]);
  const rights = ["read", "create", "update", "archive"].map((action) => `retailerTypes.${action}`);
  aisyah = (await app.signIn("Aisyah", [...rights, "retailers.create", "retailers.read"])).transport;
});
afterAll(() => app.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );
let made = 0;
const makeType = (fields: object = {}) =>
  call(aisyah, retailerTypes.create, {
    ...emptyRetailerType,
    id: newId(),
    code: `TYPE_${++made}`,
    name: `Type ${made}`,
    ...fields,
  });
const addRetailer = (retailerTypeId: string) =>
  call(aisyah, retailers.create, { id: newId(), tradingName: `Shop ${++made}`, retailerTypeId });

test("several are archived except those in use, as previewed or not at all", async () => {
  const [used, free, late] = [await makeType(), await makeType(), await makeType()];
  await addRetailer(used.id);
  const selection = { ids: [used.id, free.id, late.id] };
  const preview = await call(aisyah, retailerTypes.previewArchiving, { selection });
  expect(preview).toMatchObject({ matched: 3, changing: 2, leftOut: [{ code: "retailer_type_in_use", count: 1 }] });
  const stale = { selection, fingerprint: preview.fingerprint };
  await addRetailer(late.id);
  expect(await codeOf(call(aisyah, retailerTypes.applyArchiving, stale))).toBe("preview_stale");
  const { fingerprint } = await call(aisyah, retailerTypes.previewArchiving, { selection });
  expect(await call(aisyah, retailerTypes.applyArchiving, { selection, fingerprint })).toEqual({
    changed: 1,
    leftOut: 2,
  });
  expect(await call(aisyah, retailerTypes.get, { id: free.id })).toMatchObject({ status: "archived", version: 2 });
  const { events } = await call(aisyah, retailerTypes.activity, { id: free.id, limit: 1 });
  expect(events).toMatchObject([{ action: "archive", changes: { status: { before: "active", after: "archived" } } }]);
});

test("types are imported by their codes, each with a unique name", async () => {
  const { actor } = await app.signIn("Omar", ["retailerTypes.import", "retailerTypes.update"]);
  const ctx = { ...app.api.systemContext(), actor, permission: retailerTypes.importTemplate.permission };
  const known = await makeType({ name: "Sample bakery" });
  const row = (rowNumber: number, cells: Record<string, string>) => ({ rowNumber, cells, faults: [] });
  const cells = { channel: "Both", needsSlaughterPolicy: "نعم", pendingDays: "٧", maxCashbackBps: "500" };
  const run = { claims: new Map<string, number>(), released: new Set<string>(), choices: {} };
  const checked = await retailerTypesImporter.check(
    ctx,
    [
      row(2, { code: "deli", name: "Delicatessen", nameAr: "أطعمة فاخرة", ...cells }),
      row(3, { code: known.code, maxCashbackBps: "700", description: "Bread and cakes" }),
      row(4, { code: "DELI_2", name: "delicatessen" }),
      row(5, { code: "BREAD", name: "Sample BAKERY", needsSlaughterPolicy: "perhaps" }),
      row(6, { code: "1X", name: "Sample rate", defaultCashbackBps: "much" }),
      row(7, { code: "RATE", name: "Sample rate", defaultCashbackBps: "900", maxCashbackBps: "800" }),
    ],
    run,
  );
  expect(checked.map((each) => (each.outcome === "bad" ? each.problems : each.outcome))).toEqual([
    "new",
    "update",
    [{ field: "name", code: "same_as_row", params: { row: 2 } }],
    [{ field: "needsSlaughterPolicy", code: "not_one_of", params: { allowed: "yes, no" } }],
    [
      { field: "code", code: "type_code", params: {} },
      { field: "defaultCashbackBps", code: "not_a_number", params: {} },
    ],
    [{ field: "defaultCashbackBps", code: "above_maximum", params: {} }],
  ]);
  const [taken] = await retailerTypesImporter.check(ctx, [row(8, { code: "BREAD", name: "Sample BAKERY" })], run);
  expect(taken).toMatchObject({ problems: [{ field: "name", code: "duplicate_type_name" }] });
  const good = checked.flatMap((each) => (each.outcome === "bad" ? [] : [each]));
  await inTransaction(ctx, (inner) => retailerTypesImporter.write(inner, good, { fileName: "types.csv" }));
  const requested = { sort: "name", limit: 25, count: "none", search: "deli" } as const;
  expect((await call(aisyah, retailerTypes.list, requested)).rows).toMatchObject([
    {
      code: "DELI",
      nameI18n: { ar: "أطعمة فاخرة" },
      channel: "both",
      needsSlaughterPolicy: true,
      pendingDays: 7,
      maxCashbackBps: 500,
      certificatePolicy: "require_product",
    },
  ]);
  expect(await call(aisyah, retailerTypes.get, { id: known.id })).toMatchObject({
    maxCashbackBps: 700,
    description: "Bread and cakes",
    version: 2,
  });
});
