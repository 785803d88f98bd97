import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nameKey, searchKey } from "#base/searchKey.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { features } from "#features/api.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { type ListView, views, viewsMax } from "#features/platform/views/contract.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let aisha: Transport;
let omar: Transport;
let lead: Transport;
beforeAll(async () => {
  app = await testApi(features);
  ({ transport: aisha } = await app.signIn("Aisha", ["brands.read"]));
  ({ transport: omar } = await app.signIn("Omar", ["brands.read@scope"], [{ kind: "country", target: "MY" }]));
  ({ transport: lead } = await app.signIn("Lead", ["brands.read", "views.share"]));
});
afterAll(() => app.close());

const columns = { order: ["name", "country"], shown: { country: false }, pinned: ["country"] };
const saved = (list = "brands", name = "Active brands") =>
  ({ id: newId(), list, name, query: { status: "active", sort: "-createdAt" }, columns, density: "compact" }) as const;
const read = (transport: Transport, list = "brands") => call(transport, views.read, { list });
const namesSeenBy = async (transport: Transport, list: string) =>
  (await read(transport, list)).views.map(({ name }) => name);
const share = (transport: Transport, { id, version }: ListView, audience: ListView["audience"], roleId?: string) =>
  call(transport, views.share, { id, version, audience, roleId: roleId ?? null });

describe("preferences", () => {
  test("are each user's own, and the last change wins", async () => {
    expect((await read(aisha)).preferences).toBeNull();
    const preferences = { columns, density: "touch", widths: { name: 320 }, defaultView: null } as const;
    await call(aisha, views.savePreferences, { list: "brands", ...preferences, density: "normal" });
    await call(aisha, views.savePreferences, { list: "brands", ...preferences });
    expect((await read(aisha)).preferences).toEqual(preferences);
    expect((await read(aisha, "products")).preferences).toBeNull();
    expect((await read(omar)).preferences).toBeNull();
  });
});

describe("a saved view", () => {
  test("is its owner's alone, and saving it again changes nothing", async () => {
    const view = saved("own");
    const first = await call(aisha, views.create, view);
    expect(first).toMatchObject({ ...view, audience: "me", isOwn: true, isEditable: true, version: 1 });
    expect(await call(aisha, views.create, view)).toEqual(first);
    expect(await namesSeenBy(omar, "own")).toEqual([]);
    const refused = [
      call(omar, views.create, view),
      call(omar, views.update, { id: view.id, version: 1, name: "Mine" }),
      call(omar, views.remove, { id: view.id, version: 1 }),
      share(lead, first, "everyone"),
    ];
    const codes = (await Promise.all(refused.map(refusalOf))).map(({ code }) => code);
    expect(codes).toEqual(["view_id_taken", "not_found", "not_found", "not_found"]);
    expect(await namesSeenBy(aisha, "own")).toEqual(["Active brands"]);
  });

  test("is changed in the version that was seen", async () => {
    const { id } = await call(aisha, views.create, saved("versions"));
    await call(aisha, views.update, { id, version: 1, name: "Renamed" });
    const refusal = await refusalOf(call(aisha, views.update, { id, version: 1, name: "Other" }));
    expect([refusal.status, refusal.details.current]).toMatchObject([412, { name: "Renamed", version: 2 }]);
    await call(aisha, views.remove, { id, version: 2 });
    expect(await namesSeenBy(aisha, "versions")).toEqual([]);
  });

  test("is one of at most 50 of a list", async () => {
    for (let count = 0; count < viewsMax; count++) await call(aisha, views.create, saved("many"));
    expect((await refusalOf(call(aisha, views.create, saved("many")))).code).toBe("too_many_views");
    expect(await namesSeenBy(aisha, "many")).toHaveLength(viewsMax);
  });
});

describe("a shared view", () => {
  test("needs a permission to be shared, and then to be changed", async () => {
    const own = await call(aisha, views.create, saved("sharing"));
    expect((await refusalOf(share(aisha, own, "everyone"))).code).toBe("permission_denied");
    const theirs = await call(lead, views.create, saved("sharing", "Team"));
    const shared = await share(lead, theirs, "everyone");
    expect((await read(omar, "sharing")).views).toMatchObject([
      { name: "Team", ownerName: "Lead", isOwn: false, isEditable: false, audience: "everyone" },
    ]);
    const { id, version } = shared;
    const refused = [
      call(omar, views.update, { id, version, name: "Hijacked" }),
      call(omar, views.remove, { id, version }),
    ];
    const codes = (await Promise.all(refused.map(refusalOf))).map(({ code }) => code);
    expect(codes).toEqual(["permission_denied", "permission_denied"]);
    await share(lead, shared, "me");
    expect(await namesSeenBy(omar, "sharing")).toEqual([]);
    const logged = await rowsOf<{ action: string }>(
      app.db,
      sql`select action from audit_log where resource = 'views' and resource_id = ${id} order by id`,
    );
    expect(logged.map(({ action }) => action)).toEqual(["share", "share"]);
  });

  test("with a role is there for users with the role, and for nobody else once the role is gone", async () => {
    const roles = await rowsOf<{ id: string; code: string }>(app.db, sql`select id, code from roles`);
    const idOf = (code: string) => roles.find((role) => role.code === code)!.id;
    const view = await call(lead, views.create, saved("roles", "Staff only"));
    expect((await refusalOf(share(lead, view, "role"))).code).toBe("unknown_role");
    // Only with `roles.read` may a user name roles of others.
    expect((await refusalOf(share(lead, view, "role", idOf("support")))).code).toBe("unknown_role");
    expect((await call(lead, views.roles, {})).roles.map(({ id }) => id)).toEqual([idOf("staff")]);
    const shared = await share(lead, view, "role", idOf("staff"));
    expect(await namesSeenBy(omar, "roles")).toEqual(["Staff only"]);
    const { transport: admin } = await app.signIn("Admin", ["views.share", "roles.read"]);
    await share(admin, shared, "role", idOf("support"));
    expect(await namesSeenBy(omar, "roles")).toEqual([]);
    await app.db.execute(sql`update list_views set role_id = null where id = ${view.id}::uuid`);
    expect((await read(lead, "roles")).views).toMatchObject([{ audience: "me", isEditable: true }]);
    expect(await namesSeenBy(omar, "roles")).toEqual([]);
  });

  test("shows each reader only their rows", async () => {
    const made = market(app.db);
    for (const [name, country] of [
      ["Ansar", "MY"],
      ["Barakah", "GB"],
    ] as const)
      await made.brand({ name, country, name_key: nameKey(name), sort_key: searchKey(name), words: searchKey(name) });
    const view = await call(lead, views.create, { ...saved(), query: { status: "active" } });
    await share(lead, view, "everyone");
    const rowsOfView = async (transport: Transport) => {
      const { query } = (await read(transport)).views.find(({ id }) => id === view.id)!;
      const input = { status: [query.status as "active"], sort: "name", limit: 25, count: "none" } as const;
      return (await call(transport, brands.list, { ...input, status: [...input.status] })).rows.map(({ name }) => name);
    };
    expect(await rowsOfView(aisha)).toEqual(["Ansar", "Barakah"]);
    expect(await rowsOfView(omar)).toEqual(["Ansar"]);
  });
});
