import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Output } from "#base/contract.ts";
import { operation } from "#base/contract.ts";
import type { RowScope } from "#base/grants.ts";
import { serve } from "#api/serve.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { permissionsFeature } from "#features/access/permissions/api/routes.ts";
import { permissions } from "#features/access/permissions/contract.ts";
import { rolesFeature } from "#features/access/roles/api/routes.ts";
import { roles } from "#features/access/roles/contract.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import { call, type Transport } from "#web/call.ts";

const password = "nine lemon trees in a row";
const lemon = { input: z.object({}), output: z.array(z.string()), path: "/api/lemons" } as const;
const lemons = {
  read: operation({ method: "GET", permission: "lemons.read", summary: "Lemons", ...lemon }),
  pick: operation({ method: "POST", permission: "lemons.pick", isDangerous: true, summary: "Pick lemons", ...lemon }),
  seePeople: operation({ method: "PUT", permission: "users.read", summary: "", ...lemon }),
};
const lemonFeature = {
  routes: serve(lemons, { read: async () => [], pick: async () => [], seePeople: async () => [] }),
};

let app: SessionApi;
let admin: Transport;
beforeAll(async () => {
  app = await sessionApi({ features: [rolesFeature, permissionsFeature, lemonFeature, brandsFeature] });
  ({ transport: admin } = await userWithRole("admin", "Adam Admin"));
});
afterAll(() => app.close());

let people = 0;
async function userWithRole(role: string, name = "Aisyah Contoh") {
  const email = `person${++people}@mizan.example`;
  const user = await app.addPerson({ email, password, role, name });
  return { ...user, transport: await app.transportOf(email, password) };
}

let made = 0;
const makeRole = (grants: string[], more: { needsSecondFactor?: boolean } = {}) =>
  call(admin, roles.create, { id: newId(), title: `Role ${++made}`, grants, ...more }).then(unlessWaiting);

async function userWithGrants(grants: string[], scopes: readonly RowScope[] = []) {
  const role = await makeRole(grants);
  const user = await userWithRole(role.code);
  for (const { kind, target } of scopes) {
    await app.db.execute(sql`
      insert into user_scopes (user_id, kind, target, granted_at)
      values (${user.userId}, ${kind}, ${target}, ${app.clock.now}::timestamptz)`);
  }
  return { ...user, role };
}

const makeBrand = (name: string, country: string) => call(admin, brands.create, { id: newId(), name, country });
const turkey = { kind: "country", target: "TR" } as const;

const explain = (userId: string, permission: string, resourceId?: string, asker = admin) =>
  call(asker, permissions.explain, { userId, permission, ...(resourceId ? { resourceId } : {}) });
const reported = ({ verdict, steps }: Output<typeof permissions.explain>) => [
  verdict,
  ...steps.map(({ code, outcome }) => `${outcome} ${code}`),
];

describe("permissions", () => {
  const input = { sort: "resource", limit: 25, count: "capped" } as const;

  test("are those that operations require, with their menu entry, danger, roles and users", async () => {
    const { role } = await userWithGrants(["lemons.pick"]);
    const { rows } = await call(admin, permissions.list, { ...input, search: "lemons" });
    expect(rows.map(({ id }) => id)).toEqual(["lemons.read", "lemons.pick"]);
    const pick = rows[1]!;
    expect(pick).toMatchObject({ isDangerous: true, operationsCount: 1, group: "platform", rolesCount: 2, menu: [] });
    expect(pick.usersCount).toBeGreaterThanOrEqual(2);
    const list = await call(admin, permissions.list, { ...input, ids: ["brands.read"] });
    expect(list.rows[0]!.menu).toEqual([{ section: "Brands", title: "Brands", link: "/apps/brand/brands" }]);
    expect(role.usersCount).toBe(0);
  });

  test("are found by their names in either language, with filters and pages", async () => {
    const ids = async (more: object) =>
      (await call(admin, permissions.list, { ...input, ...more })).rows.map(({ id }) => id);
    expect(await ids({ search: "علامات تصدير" })).toEqual(["brands.export"]);
    expect(await ids({ search: "delete brand" })).toEqual(["brands.delete"]);
    expect(await ids({ isDangerous: true, search: "lemons" })).toEqual(["lemons.pick"]);
    const inCatalogue = (await ids({ group: ["catalogue"] })).map((id) => id.split(".")[0]);
    expect(new Set(inCatalogue)).toEqual(new Set(["brands", "products"]));
    const descending = await ids({ sort: "id", direction: "desc" });
    expect(descending).toEqual(descending.toSorted().reverse());
    const strange = call(admin, permissions.list, { ...input, cursor: "x" });
    expect(await refusalOf(strange)).toMatchObject({ code: "invalid_cursor" });
  });

  test("show which operations require them, which roles grant them and for which rows", async () => {
    const { role } = await userWithGrants(["brands.update@scope"]);
    const permission = await call(admin, permissions.get, { id: "brands.update" });
    expect(permission.limits).toEqual(["all", "scope", "own"]);
    expect(permission.operations).toContainEqual(
      expect.objectContaining({ method: "PATCH", path: "/api/v1/brands/{id}", summary: "Update a brand" }),
    );
    const limitsByTitle = Object.fromEntries(permission.roles.map(({ title, limits }) => [title, limits]));
    expect(limitsByTitle).toMatchObject({ Administrator: ["all"], [role.title]: ["scope"] });
    expect(limitsByTitle).not.toHaveProperty("Guest");
    expect(permission.roles.find(({ title }) => title === role.title)?.usersCount).toBe(1);
    const unknown = call(admin, permissions.get, { id: "brands.eat" });
    expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: "permission_unknown" });
  });

  test("show who has them, as far as the caller may see users", async () => {
    const { userId, role } = await userWithGrants(["lemons.pick"]);
    const { rows, hiddenCount } = await call(admin, permissions.holders, { id: "lemons.pick" });
    expect(rows.find((row) => row.userId === userId)).toMatchObject({
      limits: ["all"],
      roles: [{ title: role.title }],
    });
    expect(hiddenCount).toBe(0);
    const { transport } = await userWithGrants(["permissions.read"]);
    const blind = await call(transport, permissions.holders, { id: "lemons.pick" });
    expect(blind).toEqual({ rows: [], hasMore: false, hiddenCount: rows.length });
  });
});

describe("the explanation why a user", () => {
  test("may: the account, the role, who assigned it and until when, and the deciding grant", async () => {
    const { userId, role } = await userWithGrants(["lemons.read"]);
    await app.db.execute(sql`
      update user_roles set granted_by = ${userId}, valid_to = '2026-12-31T00:00:00Z' where user_id = ${userId}`);
    const answer = await explain(userId, "lemons.read");
    expect(reported(answer)).toEqual(["allowed", "pass account_active", "pass holds_role", "pass role_grants"]);
    expect(answer).toMatchObject({ person: { name: "Aisyah Contoh" }, isConditional: false, object: null });
    expect(answer.steps[1]).toMatchObject({
      role: { id: role.id, title: role.title },
      grantedBy: "Aisyah Contoh",
      validTo: "2026-12-31T00:00:00.000Z",
    });
    expect(answer.steps[2]).toMatchObject({ grant: "lemons.read", limit: "all" });
  });

  test("may through a wildcard, which is named as in the role", async () => {
    const { userId } = await userWithRole("auditor");
    expect((await explain(userId, "brands.read")).steps[2]).toMatchObject({ grant: "*.read" });
  });

  test("may for some rows, and for one of them as the lists would show it", async () => {
    const user = await userWithGrants(["brands.read@scope", "brands.update@scope"], [turkey]);
    const [inside, outside] = [await makeBrand("Inside", "TR"), await makeBrand("Outside", "MY")];
    const some = await explain(user.userId, "brands.update");
    expect(reported(some)).toEqual([
      "someRows",
      "pass account_active",
      "pass holds_role",
      "pass role_grants",
      "pass reaches_scopes",
    ]);
    expect(some.steps.at(-1)).toMatchObject({ scopes: [{ kind: "country", target: "TR", name: null }] });
    for (const [brand, verdict, step] of [
      [inside, "allowed", { code: "object_inside", object: "Inside" }],
      [outside, "denied", { code: "object_outside", object: "Outside" }],
    ] as const) {
      const answer = await explain(user.userId, "brands.update", brand.id);
      expect(answer.verdict).toBe(verdict);
      expect(answer.steps.at(-1)).toMatchObject(step);
      const isDone = await call(user.transport, brands.update, {
        id: brand.id,
        version: 1,
        name: `${brand.name} 2`,
      }).then(
        () => "allowed",
        () => "denied",
      );
      expect(isDone).toBe(verdict);
    }
  });

  test("is limited to a brand, with its name", async () => {
    const brand = await makeBrand("Bustan Nour", "AE");
    const { userId } = await userWithGrants(["brands.read@scope"], [{ kind: "brand", target: brand.id }]);
    const { steps } = await explain(userId, "brands.read");
    expect(steps.at(-1)).toMatchObject({ scopes: [{ kind: "brand", target: brand.id, name: "Bustan Nour" }] });
  });

  test("may for no rows, without scopes; or for their own", async () => {
    const { userId } = await userWithGrants(["brands.read@scope"]);
    expect(reported(await explain(userId, "brands.read"))).toContain("stop reaches_scopes");
    expect((await explain(userId, "brands.read")).verdict).toBe("denied");
    const maker = await userWithGrants(["brands.read@own", "brands.create@own"]);
    const theirs = await call(maker.transport, brands.create, { id: newId(), name: "Own work" });
    const others = await makeBrand("Work of others", "TR");
    expect((await explain(maker.userId, "brands.read")).verdict).toBe("someRows");
    expect((await explain(maker.userId, "brands.read", theirs.id)).verdict).toBe("allowed");
    expect((await explain(maker.userId, "brands.read", others.id)).verdict).toBe("denied");
  });

  test("may not: no role, no role that grants it, and which would", async () => {
    const { userId } = await userWithRole("onlyGuest");
    const answer = await explain(userId, "lemons.pick");
    expect(reported(answer)).toEqual(["denied", "pass account_active", "stop no_role_grants", "note would_grant"]);
    expect(answer.steps[2]).toMatchObject({
      roles: expect.arrayContaining([expect.objectContaining({ title: "Administrator" })]) as unknown,
    });
    await app.db.execute(sql`delete from user_roles where user_id = ${userId}`);
    expect(reported(await explain(userId, "lemons.pick"))).toContain("stop no_role");
  });

  test("may no longer, from the very instant the role ends", async () => {
    const { userId, role } = await userWithGrants(["lemons.read"]);
    const ends = (validTo: string) =>
      app.db.execute(sql`update user_roles set valid_to = ${validTo}::timestamptz where user_id = ${userId}`);
    await ends("2026-11-20T09:00:00.001Z");
    expect((await explain(userId, "lemons.read")).verdict).toBe("allowed");
    await ends(app.clock.now);
    const answer = await explain(userId, "lemons.read");
    expect(reported(answer).slice(0, 4)).toEqual([
      "denied",
      "pass account_active",
      "stop no_role",
      "note role_not_valid",
    ]);
    expect(answer.steps[2]).toMatchObject({ role: { title: role.title }, isOver: true, at: app.clock.now });
  });

  test("may not with a disabled account, whatever the roles", async () => {
    const { userId } = await userWithGrants(["lemons.read"]);
    await app.db.execute(sql`update users set status = 'disabled' where id = ${userId}`);
    const answer = await explain(userId, "lemons.read");
    expect(reported(answer).slice(0, 2)).toEqual(["denied", "stop account_not_active"]);
    expect(answer.steps[0]).toMatchObject({ status: "disabled" });
  });

  test("may on a condition: a second factor that a role requires, a password to be changed", async () => {
    const role = await makeRole(["lemons.read"], { needsSecondFactor: true });
    const { userId } = await app.addPerson({ email: "factor@mizan.example", role: role.code });
    await app.db.execute(sql`update users set must_change_password = true where id = ${userId}`);
    const answer = await explain(userId, "lemons.read");
    expect(answer).toMatchObject({ verdict: "allowed", isConditional: true });
    expect(reported(answer).slice(4)).toEqual(["warn password_change_due", "warn second_factor_due"]);
    await app.db.execute(
      sql`update users set has_second_factor = true, must_change_password = false where id = ${userId}`,
    );
    expect(await explain(userId, "lemons.read")).toMatchObject({ verdict: "allowed", isConditional: false });
  });

  test("counts the other roles that were checked", async () => {
    const { userId } = await userWithGrants(["lemons.read"]);
    await app.db.execute(sql`
      insert into user_roles (user_id, role_id, granted_at)
      select ${userId}::uuid, id, ${app.clock.now}::timestamptz from roles where code in ('onlyGuest', 'finance')`);
    expect((await explain(userId, "lemons.read")).steps.at(-1)).toEqual({
      code: "other_roles",
      outcome: "note",
      rolesCount: 2,
    });
  });
});

describe("the caller of an explanation", () => {
  test("learns nothing of a user or a record that they may not see", async () => {
    const asker = await userWithGrants(["permissions.read", "brands.read@scope"], [turkey]);
    const { userId } = await userWithGrants(["lemons.read"]);
    const hidden = await makeBrand("Hidden", "MY");
    const nobody = await refusalOf(explain(userId, "lemons.read", undefined, asker.transport));
    expect(nobody).toMatchObject({ status: 404, code: "not_found" });
    const about = await refusalOf(explain(asker.userId, "brands.read", hidden.id, asker.transport));
    expect(about).toMatchObject({ status: 404, code: "not_found" });
    expect((await explain(asker.userId, "brands.read", undefined, asker.transport)).verdict).toBe("someRows");
  });

  test("gets an error at the field for an invalid question", async () => {
    const { userId } = await userWithGrants([]);
    expect(await refusalOf(explain(userId, "lemons.eat"))).toMatchObject({
      errors: [{ path: "permission", code: "permission_unknown" }],
    });
    expect(await refusalOf(explain(userId, "lemons.read", newId()))).toMatchObject({
      errors: [{ path: "resourceId", code: "objects_untold" }],
    });
    expect(await refusalOf(explain(newId(), "lemons.read"))).toMatchObject({ code: "not_found" });
  });

  test("finds records by name and code, among those that they may see", async () => {
    const brand = await makeBrand("Şeker Pınarı", "TR");
    await makeBrand("Seker of Malaysia", "MY");
    const find = (search: string, transport = admin) =>
      call(transport, permissions.objects, { permission: "brands.update", search });
    expect(await find(brand.code.toLowerCase())).toEqual({
      isTold: true,
      rows: [{ id: brand.id, title: "Şeker Pınarı", code: brand.code }],
    });
    expect((await find("seker")).rows).toHaveLength(2);
    const asker = await userWithGrants(["permissions.read", "brands.read@scope"], [turkey]);
    expect((await find("seker", asker.transport)).rows.map(({ id }) => id)).toEqual([brand.id]);
    expect(await call(admin, permissions.objects, { permission: "lemons.read" })).toEqual({ isTold: false, rows: [] });
  });
});
