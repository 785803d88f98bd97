import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { isWaiting } from "#base/approvals.ts";
import { operation } from "#base/contract.ts";
import { serve } from "#api/serve.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { rolesFeature } from "#features/access/roles/api/routes.ts";
import { type Role, roles } from "#features/access/roles/contract.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import { call, type Transport } from "#web/call.ts";

const password = "nine lemon trees in a row";
const lemon = { input: z.object({}), output: z.array(z.string()), summary: "", path: "/api/lemons" } as const;
const lemons = {
  read: operation({ method: "GET", permission: "lemons.read", ...lemon }),
  pick: operation({ method: "POST", permission: "lemons.pick", isDangerous: true, ...lemon }),
  seePeople: operation({ method: "PUT", permission: "users.read", ...lemon }),
};
const lemonFeature = {
  routes: serve(lemons, { read: async () => [], pick: async () => [], seePeople: async () => [] }),
  menu: [
    {
      id: 2,
      title: "Permissions",
      icon: "permissions" as const,
      link: "/apps/role/roles" as const,
      entries: [{ id: 29, title: "Lemons", link: "/apps/lemon" as const, needs: lemons.read }],
    },
  ],
};

let app: SessionApi;
let admin: Transport;
beforeAll(async () => {
  app = await sessionApi({ features: [rolesFeature, lemonFeature, brandsFeature] });
  ({ transport: admin } = await userWithRole("admin", "Adam Admin"));
  // The approval by a second person is tested in features/access/approvals.
  await app.db.execute(
    sql`insert into approval_rules (action, rule, updated_at) values ('roles.update', 'never', now()), ('roles.create', 'never', now())`,
  );
});
afterAll(() => app.close());

let people = 0;
async function userWithRole(role: string, name = "Nur'ain O'Example") {
  const email = `person${++people}@mizan.example`;
  const user = await app.addPerson({ email, password, role, name });
  return { ...user, transport: await app.transportOf(email, password) };
}

let made = 0;
const makeRole = (transport: Transport, grants: string[], title = `Role ${++made}`) =>
  call(transport, roles.create, { id: newId(), title, grants }).then(unlessWaiting);

/** A new user whose only role has these grants, so that refusals depend on nothing else. */
async function userWithGrants(grants: string[]) {
  const role = await makeRole(admin, grants);
  return { role, ...(await userWithRole(role.code)) };
}
const editing = ["roles.read", "roles.create", "roles.update", "roles.delete"];

/** Where the rule requires no second person. */
const change = async (
  transport: Transport,
  { id, version }: Role,
  patch: Partial<Pick<Role, "title" | "grants">>,
): Promise<Role> => {
  const answer = await call(transport, roles.update, { id, version, ...patch });
  if (isWaiting(answer)) throw new Error("it waits for a second person");
  return answer;
};

describe("a role", () => {
  test("is created with its grants spelled out, counted and in one order", async () => {
    const role = await makeRole(admin, ["lemons.read", "brands.update@own", "brands.read", "brands.read@scope"]);
    expect(role).toMatchObject({
      grants: ["brands.read", "brands.update@own", "lemons.read"],
      permissionsCount: 3,
      usersCount: 0,
      isSystem: false,
      isOwn: false,
      version: 1,
    });
    expect(role.code).toMatch(/^role-\d+$/);
    expect(await call(admin, roles.get, { id: role.id })).toEqual(role);
  });

  test("is created once, however often the request is sent", async () => {
    const input = { id: newId(), title: "Once", grants: ["lemons.read"] };
    const first = unlessWaiting(await call(admin, roles.create, input));
    expect(await call(admin, roles.create, input)).toEqual(first);
    const other = call(admin, roles.create, { ...input, title: "Twice" });
    expect(await refusalOf(other)).toMatchObject({ code: "role_id_taken" });
    const { transport } = await userWithRole("admin");
    expect(await refusalOf(call(transport, roles.create, input))).toMatchObject({ code: "role_id_taken" });
  });

  test("has a unique title; the refusal names the field", async () => {
    await makeRole(admin, [], "Lemon keeper");
    expect(await refusalOf(makeRole(admin, [], "  LEMON  keeper "))).toMatchObject({
      code: "duplicate_title",
      errors: [{ path: "title", code: "duplicate_title" }],
    });
  });

  test.each([
    ["a permission that nothing asks for", "lemons.eat"],
    ["a wildcard, which is Mizan's own", "*.read"],
    ["a limit that the resource cannot tell apart", "lemons.read@scope"],
    ["what is no grant at all", "lemons"],
  ])("can't be granted %s; the refusal names the field", async (_what, grant) => {
    const refusal = await refusalOf(makeRole(admin, ["lemons.read", grant]));
    expect(refusal).toMatchObject({ status: 422, code: "invalid_input" });
    expect(refusal.errors[0]).toMatchObject({
      code: "unknown_grant",
      path: expect.stringMatching(/^grants/) as string,
    });
  });

  test("has a kind of user that exists", async () => {
    const input = { id: newId(), title: "Of no kind", userCategoryId: 77 };
    expect(await refusalOf(call(admin, roles.create, input))).toMatchObject({
      errors: [{ path: "userCategoryId", code: "unknown_user_category" }],
    });
  });

  test("shows its history field by field and permission by permission", async () => {
    const role = await makeRole(admin, ["brands.read", "lemons.read"]);
    const after = await change(admin, role, {
      title: `${role.title} more`,
      grants: ["brands.read@scope", "lemons.pick"],
    });
    expect(after).toMatchObject({ version: 2, grants: ["brands.read@scope", "lemons.pick"] });
    const { events } = await call(admin, roles.activity, { id: role.id, limit: 25 });
    expect(events.map(({ action }) => action)).toEqual(["update", "create"]);
    expect(events[0]!.changes).toEqual({
      title: { before: role.title, after: after.title },
      "grants.brands.read": { before: ["all"], after: ["scope"] },
      "grants.lemons.pick": { before: null, after: ["all"] },
      "grants.lemons.read": { before: ["all"], after: null },
    });
    const same = await change(admin, after, { grants: ["lemons.pick", "brands.read@scope"] });
    expect(same.version).toBe(2);
  });

  test("that another user changed in the meantime is refused with its current state", async () => {
    const role = await makeRole(admin, ["lemons.read"]);
    const after = await change(admin, role, { grants: [] });
    expect(await refusalOf(change(admin, role, { title: "Late" }))).toMatchObject({
      status: 412,
      details: { current: after, changedBy: "Adam Admin" },
    });
  });
});

describe("a change of a role", () => {
  test("takes effect at the next request of every user who has the role", async () => {
    const { role, transport } = await userWithGrants(["lemons.read"]);
    expect(await call(transport, lemons.read, {})).toEqual([]);
    const narrowed = await change(admin, role, { grants: [] });
    expect(await refusalOf(call(transport, lemons.read, {}))).toMatchObject({ code: "permission_denied" });
    await change(admin, narrowed, { grants: ["lemons.pick"] });
    expect(await call(transport, lemons.pick, {})).toEqual([]);
  });

  test("is refused for system roles, even to administrators", async () => {
    const page = await call(admin, roles.list, { sort: "title", limit: 25, count: "capped", isSystem: true });
    const staff = await call(admin, roles.get, { id: page.rows.find(({ code }) => code === "staff")!.id });
    expect(await refusalOf(change(admin, staff, { title: "Other" }))).toMatchObject({ code: "system_role" });
    const removal = call(admin, roles.remove, { id: staff.id, version: staff.version });
    expect(await refusalOf(removal)).toMatchObject({ code: "system_role" });
  });

  test("is refused to users who have it, now or from a future date", async () => {
    const { role, userId, transport } = await userWithGrants([...editing, "lemons.read"]);
    expect(await call(transport, roles.get, { id: role.id })).toMatchObject({ isOwn: true, usersCount: 1 });
    expect(await refusalOf(change(transport, role, { grants: editing }))).toMatchObject({ code: "own_role" });
    const later = await makeRole(admin, ["lemons.read"]);
    await app.db.execute(sql`
      insert into user_roles (user_id, role_id, valid_from, granted_at)
      values (${userId}, ${later.id}, '2027-01-01', ${app.clock.now}::timestamptz)`);
    expect(await refusalOf(change(transport, later, { title: "Mine soon" }))).toMatchObject({ code: "own_role" });
    expect(await call(admin, roles.get, { id: later.id })).toMatchObject({ usersCount: 0 });
  });
});

describe("users can only grant what they hold:", () => {
  test.each([
    ["a permission they lack", ["lemons.pick"], "lemons.pick"],
    ["every row where they have some", ["brands.update"], "brands.update"],
    ["the own rows where they have those in their scopes", ["brands.update@own"], "brands.update@own"],
  ])("not %s, and the refusal names it", async (_what, wanted, named) => {
    const { transport } = await userWithGrants([...editing, "lemons.read", "brands.update@scope"]);
    const refusal = await refusalOf(makeRole(transport, ["lemons.read", ...wanted]));
    expect(refusal).toMatchObject({
      status: 403,
      code: "grants_too_much",
      details: { permissions: named },
      errors: [{ path: "grants", code: "grants_too_much" }],
    });
    const other = await makeRole(admin, []);
    expect(await refusalOf(change(transport, other, { grants: wanted }))).toMatchObject({ code: "grants_too_much" });
  });

  test("what they hold, and they can remove permissions from a role that has more, and keep the rest", async () => {
    const { transport } = await userWithGrants([...editing, "lemons.read", "brands.update@scope"]);
    await makeRole(transport, ["lemons.read", "brands.update@scope"]);
    const more = await makeRole(admin, ["lemons.pick", "brands.read", "brands.update"]);
    const less = await change(transport, more, { grants: ["lemons.pick", "brands.read@scope", "lemons.read"] });
    expect(less.grants).toEqual(["brands.read@scope", "lemons.pick", "lemons.read"]);
    expect(await refusalOf(change(transport, less, { grants: ["brands.read"] }))).toMatchObject({
      details: { permissions: "brands.read" },
    });
  });

  test("not a copy of a role with all permissions", async () => {
    const { transport } = await userWithGrants(editing);
    const page = await call(admin, roles.list, { sort: "title", limit: 25, count: "none", search: "administrator" });
    const { grants } = await call(transport, roles.get, { id: page.rows[0]!.id });
    expect(grants).toContain("lemons.pick");
    expect(await refusalOf(makeRole(transport, grants))).toMatchObject({ code: "grants_too_much" });
    expect((await makeRole(admin, grants)).grants).toEqual(grants);
  });

  test("what they hold when the role is written, not when they sent the request", async () => {
    if (app.engine === "pglite") return;
    const { role, transport } = await userWithGrants([...editing, "lemons.pick"]);
    const other = await makeRole(admin, []);
    // Ten calls at once revoke the permission and grant it: in any order, a grant after the revocation is refused.
    const [loss, ...gifts] = await Promise.allSettled([
      change(admin, role, { grants: editing }),
      ...Array.from({ length: 9 }, () => makeRole(transport, ["lemons.pick"])),
    ]);
    expect(loss.status).toBe("fulfilled");
    const written = await rowsOf<{ action: string; resource_id: string }>(
      app.db,
      sql`select action, resource_id from audit_log where resource = 'roles' order by id`,
    );
    const lostAt = written.findLastIndex(({ action, resource_id }) => action === "update" && resource_id === role.id);
    const given = gifts.flatMap((gift) => (gift.status === "fulfilled" ? [gift.value.id] : []));
    for (const id of given) expect(written.findIndex(({ resource_id }) => resource_id === id)).toBeLessThan(lostAt);
    expect(await refusalOf(change(transport, other, { grants: ["lemons.pick"] }))).toMatchObject({
      code: "grants_too_much",
    });
  });

  test("one of ten changes at once is made, the others get a version conflict", async () => {
    const role = await makeRole(admin, []);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, turn) => change(admin, role, { title: `Turn ${turn} ${role.id}` })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await call(admin, roles.get, { id: role.id })).version).toBe(2);
  });
});

describe("a role is deleted", () => {
  test("if no user has it or will have it; users who had it before don't matter", async () => {
    const { role, userId } = await userWithGrants(["lemons.read"]);
    const removal = () => call(admin, roles.remove, { id: role.id, version: role.version });
    expect(await refusalOf(removal())).toMatchObject({ status: 409, code: "role_in_use" });
    await app.db.execute(sql`update user_roles set valid_from = '2027-01-01' where user_id = ${userId}`);
    expect(await refusalOf(removal())).toMatchObject({ code: "role_in_use" });
    await app.db.execute(sql`
      update user_roles set valid_from = null, valid_to = ${app.clock.now}::timestamptz where user_id = ${userId}`);
    await removal();
    expect(await refusalOf(call(admin, roles.get, { id: role.id }))).toMatchObject({ code: "not_found" });
  });

  test("while a user views the app as this role: they get their own permissions again", async () => {
    const role = await makeRole(admin, ["lemons.read"]);
    const { userId } = await userWithRole("admin");
    await app.db.execute(sql`update sessions set view_as_role_id = ${role.id} where user_id = ${userId}`);
    await call(admin, roles.remove, { id: role.id, version: role.version });
    const left = await rowsOf(app.db, sql`select view_as_role_id from sessions where user_id = ${userId}`);
    expect(left).toEqual([{ view_as_role_id: null }]);
  });
});

describe("the list of roles", () => {
  test("finds by title in either language, counts, and leaves out what is excluded", async () => {
    const input = { sort: "title", limit: 25, count: "capped" } as const;
    const found = await call(admin, roles.list, { ...input, search: "مدقق" });
    expect(found.rows.map(({ code }) => code)).toEqual(["auditor"]);
    const { rows } = await call(admin, roles.list, { ...input, isSystem: true, userCategory: ["2", "3"] });
    expect(rows.map(({ code }) => code)).toEqual(["brand_manager", "retailer_manager"]);
    const guests = await call(admin, roles.list, { ...input, search: "guest" });
    expect(guests.rows[0]).toMatchObject({ permissionsCount: 0, usersCount: 0 });
  });

  test("is exported with the selected columns", async () => {
    const url = "https://mizan.test/api/v1/roles/export.csv?search=brand%20manager&columns=title&columns=grants";
    const text = await (await admin(new Request(url))).text();
    // Every area assigns its own grants; docs/permissions.md lists them.
    const [role] = await rowsOf<{ grants: string[] }>(
      app.db,
      sql`select to_jsonb(grants) as grants from roles where code = 'brand_manager'`,
    );
    expect(role!.grants).toContain("brands.update@scope");
    expect(text).toBe(`title,grants\r\nBrand manager,${role!.grants.join("|")}\r\n`);
  });
});

describe("a role shows", () => {
  test("who has it and until when, as far as the caller may see users", async () => {
    const { role, userId } = await userWithGrants(["lemons.read"]);
    await app.db.execute(sql`
      update user_roles set valid_to = '2026-12-31T00:00:00Z', granted_by = ${userId} where user_id = ${userId}`);
    expect(await call(admin, roles.holders, { id: role.id })).toMatchObject({
      rows: [{ userId, isValidNow: true, validTo: "2026-12-31T00:00:00.000Z", grantedBy: "Nur'ain O'Example" }],
      hasMore: false,
      hiddenCount: 0,
    });
    const { transport } = await userWithGrants(["roles.read"]);
    expect(await call(transport, roles.holders, { id: role.id })).toEqual({ rows: [], hasMore: false, hiddenCount: 1 });
  });

  test("many holders in pages, with no user listed twice", async () => {
    const role = await makeRole(admin, []);
    for (let turn = 0; turn < 60; turn++) {
      await app.addPerson({ email: `many${turn}@mizan.example`, role: role.code, name: `Same ${turn % 3}` });
    }
    const first = await call(admin, roles.holders, { id: role.id });
    const second = await call(admin, roles.holders, { id: role.id, after: first.rows.at(-1)!.userId });
    expect([first.rows.length, first.hasMore, second.rows.length, second.hasMore]).toEqual([50, true, 10, false]);
    expect(new Set([...first.rows, ...second.rows].map(({ userId }) => userId)).size).toBe(60);
  });

  test("the menu of a user with only this role, with sections of the same id merged", async () => {
    const role = await makeRole(admin, ["lemons.read", "roles.read", "brands.create"]);
    const { sections } = await call(admin, roles.menu, { id: role.id });
    expect(sections.map(({ title, entries }) => [title, ...entries.map((entry) => entry.title)])).toEqual([
      ["Permissions", "Roles", "Lemons"],
      ["Brands", "New Brand"],
    ]);
  });

  test("what can be granted, with which reach, and what the caller holds of it", async () => {
    const { transport } = await userWithGrants(["roles.read", "brands.update@scope"]);
    const { permissions, userCategories } = await call(transport, roles.grantable, {});
    const reported = (permission: string) => permissions.find((each) => each.permission === permission);
    expect(reported("lemons.pick")).toMatchObject({ isDangerous: true, limits: ["all"], held: [] });
    expect(reported("brands.update")).toMatchObject({ limits: ["all", "scope", "own"], held: ["scope"] });
    expect(userCategories[0]).toEqual({ id: 1, code: "platform" });
  });
});
