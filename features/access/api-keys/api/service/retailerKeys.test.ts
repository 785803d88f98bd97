import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf, sessionApi, type SessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { features } from "#features/api.ts";
import { apiKeys } from "#features/access/api-keys/contract.ts";
import type { KeyInput } from "#features/access/api-keys/fields.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerHours } from "#features/retail/retailers/hours/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { call, download, type Transport } from "#web/call.ts";

// A key of a point of sale works for one retailer: what it may read is limited to that one and its branches.

let app: SessionApi;
let admin: Transport;
let chain: string;
let branch: string;
let other: string;
const password = "saffron quilt harbour";
beforeAll(async () => {
  app = await sessionApi({ features: features.filter((feature) => feature !== sessionFeature) });
  await app.addPerson({ email: "admin@mizan.test", password, role: "admin" });
  admin = await app.transportOf("admin@mizan.test", password);
  const made = market(app.db);
  const retailer_type_id = await made.type();
  chain = await made.retailer({ retailer_type_id, trading_name: "Chain" });
  branch = await made.retailer({ retailer_type_id, trading_name: "Branch", parent_id: chain });
  other = await made.retailer({ retailer_type_id, trading_name: "Unrelated" });
  await made.brand({ country: "GB" });
});
afterAll(() => app.close());

const keyOf = (changed: Partial<KeyInput>): KeyInput & { id: string } => ({
  id: newId(),
  title: "Till 7",
  kind: "till",
  grants: ["retailers.read", "retailers.export", "brands.read"].map((permission) => ({ permission, limit: "scope" })),
  scopes: [{ kind: "retailer", target: chain }],
  callsPerMinute: 60_000,
  lastDay: app.clock.now.slice(0, 10),
  ...changed,
});
const make = (changed: Partial<KeyInput> = {}) => call(admin, apiKeys.create, keyOf(changed));
const tillOf = async (changed: Partial<KeyInput> = {}) => app.transportFor({ token: (await make(changed)).secret! });
const list = { sort: "name", limit: 25, count: "none" } as const;

describe("the key of a point of sale", () => {
  test("reads its retailer and the branches, in lists, by id and as a file, and nothing of another retailer", async () => {
    const till = await tillOf();
    const { rows } = await call(till, retailers.list, list);
    expect(rows.map(({ id }) => id).sort()).toEqual([chain, branch].sort());
    const requested = await call(till, retailers.list, { ...list, ids: [other] });
    expect(requested.rows).toEqual([]);
    const file = await (await download(till, retailers.exportCsv, list)).text();
    expect([file.includes("Branch"), file.includes("Unrelated")]).toEqual([true, false]);
    expect((await call(till, retailers.get, { id: branch })).tradingName).toBe("Branch");
    await call(till, retailerLocations.list, { id: branch });
    const refused = await Promise.all([
      refusalOf(call(till, retailers.get, { id: other })),
      refusalOf(call(till, retailerLocations.list, { id: other })),
      refusalOf(call(till, retailerHours.read, { id: other })),
    ]);
    expect(refused.map(({ code }) => code)).toEqual(["not_found", "not_found", "not_found"]);
  });

  test("reads nothing in its scope of resources that retailers do not limit", async () => {
    expect((await call(await tillOf(), brands.list, list)).rows).toEqual([]);
  });

  test("reads the branch alone if that is its retailer", async () => {
    const till = await tillOf({ scopes: [{ kind: "retailer", target: branch }] });
    expect((await call(till, retailers.list, list)).rows.map(({ id }) => id)).toEqual([branch]);
    expect((await refusalOf(call(till, retailers.get, { id: chain }))).code).toBe("not_found");
  });

  test.each<[string, () => KeyInput["scopes"]]>([
    ["no retailer", () => []],
    ["two retailers", () => [chain, other].map((target) => ({ kind: "retailer", target }))],
    [
      "a country besides",
      () => [
        { kind: "retailer", target: chain },
        { kind: "country", target: "GB" },
      ],
    ],
  ])("is refused with %s", async (_what, scopes) => {
    const { errors } = await refusalOf(make({ scopes: scopes() }));
    expect(errors).toMatchObject([{ path: "scopes", code: "till_retailer" }]);
  });

  test("that had no retailer before keeps working and can be renamed, until its scopes or its use change", async () => {
    const { key } = await make();
    await app.db.execute(sql`update api_keys set scopes = '{country:GB}' where id = ${key.id}`);
    const renamed = await call(admin, apiKeys.update, { id: key.id, version: 1, title: "Till 8" });
    const widened = call(admin, apiKeys.update, {
      id: key.id,
      version: renamed.version,
      scopes: [{ kind: "country", target: "MY" }],
    });
    expect((await refusalOf(widened)).errors).toMatchObject([{ code: "till_retailer" }]);
  });
});

describe("the key of a partner", () => {
  test("may have several retailers among its scopes, and reads them all", async () => {
    const scopes = [branch, other].map((target) => ({ kind: "retailer" as const, target }));
    const partner = await tillOf({ kind: "partner", scopes });
    const { rows } = await call(partner, retailers.list, list);
    expect(rows.map(({ id }) => id).sort()).toEqual([branch, other].sort());
  });

  test("becomes one of a point of sale only with exactly one retailer", async () => {
    const { key } = await make({ kind: "partner", scopes: [{ kind: "country", target: "GB" }] });
    const become = (scopes: KeyInput["scopes"] | undefined) =>
      call(admin, apiKeys.update, { id: key.id, version: 1, kind: "till", ...(scopes ? { scopes } : {}) });
    expect((await refusalOf(become(undefined))).errors).toMatchObject([{ code: "till_retailer" }]);
    const scopes = [{ kind: "retailer" as const, target: chain }];
    expect(await become(scopes)).toMatchObject({ kind: "till", scopes });
  });
});
