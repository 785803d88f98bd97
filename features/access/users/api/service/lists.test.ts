import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { usersFeature } from "#features/access/users/api/routes.ts";
import { users } from "#features/access/users/contract.ts";
import { call, download, type Transport } from "#web/call.ts";

const password = "a long and peaceful sentence";
const ids = new Map<string, string>();
let app: SessionApi;
let admin: Transport;
beforeAll(async () => {
  app = await sessionApi({ features: [usersFeature, brandsFeature] });
  await app.db.execute(sql`
    insert into approval_rules (action, rule, updated_at) values ('users.changeRights', 'never', now())`);
  await app.db.execute(sql`
    insert into roles (code, title, grants, name_key, sort_key, search_key, created_at, updated_at)
    values ('country_head', 'Country head', '{users.read@scope,users.disable@scope,users.export@scope}', 'country head',
            'country head', 'country head', now(), now())`);
  for (const [name, role, category] of [
    ["Admin", "admin", 1],
    ["Huda", "staff", 1],
    ["Şükrü", "user", 4],
    ["محمد", "user", 2],
    ["Zainab", "country_head", 3],
  ] as const) {
    const { userId } = await app.addPerson({ name, email: `${ids.size}@mizan.example`, password, role, category });
    ids.set(name, userId);
    app.clock.advance(1000);
  }
  await app.db.execute(sql`
    update users set sort_key = lower(name), search_key = ' ' || lower(name) || ' ' || lower(email)`);
  for (const name of ["محمد", "Zainab", "Şükrü"]) await bind(name, name === "Şükrü" ? "TR" : "AE");
  await app.db.execute(sql`update users set status = 'disabled' where name = 'Huda'`);
  admin = await app.transportOf("0@mizan.example", password);
});
afterAll(() => app.close());

const bind = (name: string, target: string) =>
  app.db.execute(sql`
    insert into user_scopes (user_id, kind, target, granted_at) values (${ids.get(name)!}, 'country', ${target}, now())`);
const list = async (input: Partial<Input<typeof users.list>> = {}, by = admin) =>
  (await call(by, users.list, { sort: "name", limit: 25, count: "none", ...input })).rows;
const names = async (input: Partial<Input<typeof users.list>> = {}, by = admin) =>
  (await list(input, by)).map(({ name }) => name).toSorted();

describe("the list", () => {
  test("shows who a user is, with roles, scopes and the last sign-in", async () => {
    expect((await list({ search: "Şükrü" }))[0] ?? (await list({ ids: [ids.get("Şükrü")!] }))[0]).toMatchObject({
      email: "2@mizan.example",
      category: "reviewer",
      roles: [{ code: "user", isValid: true }],
      scopes: [{ kind: "country", target: "TR" }],
      status: "active",
      hasSecondFactor: false,
      lastSignInAt: null,
    });
    expect((await list({ ids: [ids.get("Admin")!] }))[0]!.lastSignInAt).toBe(app.clock.now);
  });

  test.each([
    [{ role: ["user"] }, ["Şükrü", "محمد"]],
    [{ role: ["user", "staff"] }, ["Huda", "Şükrü", "محمد"]],
    [{ status: ["disabled"] }, ["Huda"]],
    [{ category: ["brand", "retailer"] }, ["Zainab", "محمد"]],
    [{ scope: ["country:AE"] }, ["Zainab", "محمد"]],
    [{ scope: ["country:AE", "country:TR"] }, ["Zainab", "Şükrü", "محمد"]],
    [{ neverSignedIn: false }, ["Admin"]],
    [{ search: "mizan.example", neverSignedIn: true, role: ["user"] }, ["Şükrü", "محمد"]],
    [{ search: "محمد" }, ["محمد"]],
  ] as const)("narrowed by %j has %j", async (input, expected) => {
    expect(await names(input as never)).toEqual(expected);
  });

  test("is sorted by the last sign-in, with users who never signed in at one end", async () => {
    const [first] = await list({ sort: "lastSignIn", direction: "desc" });
    expect(first!.name).toBe("Admin");
    const pages = await call(admin, users.list, { sort: "lastSignIn", limit: 25, count: "none" });
    expect(pages.rows.at(-1)!.name).toBe("Admin");
  });

  test("counts users by status under the other filters", async () => {
    const { byStatus } = await call(admin, users.countByStatus, { role: ["user", "staff"] });
    expect([byStatus.active.count, byStatus.disabled.count, byStatus.pending.count]).toEqual([2, 1, 0]);
  });

  test("is exported as filtered, and without any formula in a user's text", async () => {
    const input = { sort: "name", limit: 25, count: "none", role: ["user"] } as const;
    const text = await (await download(admin, users.exportCsv, input as never)).text();
    const lines = text.replace("\uFEFF", "").trim().split(/\r?\n/);
    expect(lines[0]).toBe("name,email,category,roles,scopes,status,lastSignInAt,hasSecondFactor,createdAt");
    expect(lines).toHaveLength(3);
    expect(text).toContain("country:TR");
  });

  test("of a user limited to scopes contains those in the same scopes, in every operation", async () => {
    const head = await app.transportOf("4@mizan.example", password);
    expect(await names({}, head)).toEqual(["Zainab", "محمد"]);
    expect((await call(head, users.countByStatus, {})).byStatus.active.count).toBe(2);
    const outside = (work: Promise<unknown>) => work.then(() => "seen").catch((error: Refusal) => error.code);
    const id = ids.get("Şükrü")!;
    expect(
      await Promise.all([
        outside(call(head, users.get, { id })),
        outside(call(head, users.permissions, { id })),
        outside(call(head, users.sessions, { id })),
        outside(call(head, users.activity, { id, limit: 10 })),
        outside(call(head, users.exportPerson, { id })),
        outside(call(head, users.changeStatus, { id, version: 1, to: "disabled", reason: "x" })),
      ]),
    ).toEqual(Array.from({ length: 6 }, () => "not_found"));
    const input = { sort: "name", limit: 25, count: "none" } as const;
    expect(await (await download(head, users.exportCsv, input)).text()).not.toContain("2@mizan.example");
    const preview = await call(head, users.previewStatuses, { selection: { filter: {} }, to: "disabled", reason: "x" });
    expect(preview.matched).toBe(2);
  });
});

describe("a user's permissions", () => {
  test("are listed with their reach and the role that grants them", async () => {
    const { rows } = await call(admin, users.permissions, { id: ids.get("Zainab")! });
    expect(rows).toEqual([
      expect.objectContaining({
        permission: "users.disable",
        isDangerous: true,
        limits: [{ limit: "scope", roles: ["country_head"] }],
      }),
      expect.objectContaining({ permission: "users.export", isDangerous: false }),
      expect.objectContaining({ permission: "users.read", resource: "users", action: "read" }),
    ]);
  });
});

describe("many users at once", () => {
  const selection = { filter: { search: "mizan.example" } };
  test("are disabled as previewed, with the reason for each one that is left out", async () => {
    const requested = { selection, to: "disabled", reason: "season is over" } as const;
    const preview = await call(admin, users.previewStatuses, requested);
    expect([preview.changing, preview.leftOut.map(({ code }) => code).toSorted()]).toEqual([
      3,
      ["already_there", "own_account"],
    ]);
    const { fingerprint } = preview;
    expect(await call(admin, users.applyStatuses, { ...requested, fingerprint })).toEqual({ changed: 3, leftOut: 2 });
    expect(await names({ status: ["active"] })).toEqual(["Admin"]);
    expect((await refusalOf(call(admin, users.applyStatuses, { ...requested, fingerprint }))).code).toBe(
      "preview_stale",
    );
    const back = { selection, to: "active" } as const;
    const enabling = await call(admin, users.previewStatuses, back);
    await call(admin, users.applyStatuses, { ...back, fingerprint: enabling.fingerprint });
    expect(await names({ status: ["active"] })).toHaveLength(5);
  });

  test("get a role, except those whose scopes would extend it beyond the granting user's reach", async () => {
    const [role] = await rowsOf<{ id: string }>(app.db, sql`select id from roles where code = 'brand_manager'`);
    await app.db.execute(sql`
      insert into roles (code, title, grants, name_key, sort_key, search_key, created_at, updated_at)
      values ('ae_lead', 'AE lead',
              '{users.read,users.grant,brands.read@scope,brands.update@scope,brands.export@scope,products.read@scope,todos.use}',
              'ae lead', 'ae lead', 'ae lead', now(), now())`);
    const lead = await app.addPerson({ name: "Lead", email: "lead@mizan.example", password, role: "ae_lead" });
    ids.set("Lead", lead.userId);
    await bind("Lead", "AE");
    const transport = await app.transportOf("lead@mizan.example", password);
    const requested = { selection: { ids: [ids.get("محمد")!, ids.get("Şükrü")!, lead.userId] }, roleId: role!.id };
    const preview = await call(transport, users.previewRole, requested);
    expect(preview.examples.map(({ id }) => id)).toEqual([ids.get("محمد")!]);
    expect(preview.leftOut.map(({ code }) => code).toSorted()).toEqual(["grants_too_much", "own_roles"]);
    const { fingerprint } = preview;
    expect(await call(transport, users.applyRole, { ...requested, fingerprint })).toEqual({ changed: 1, leftOut: 2 });
    expect(await names({ role: ["brand_manager"] })).toEqual(["محمد"]);
  });

  test("get a role again that had expired", async () => {
    const [role] = await rowsOf<{ id: string }>(app.db, sql`select id from roles where code = 'support'`);
    await app.db.execute(sql`
      insert into user_roles (user_id, role_id, valid_to, granted_at)
      values (${ids.get("Zainab")!}, ${role!.id}, '2026-01-01', '2025-01-01')`);
    const requested = { selection: { ids: [ids.get("Zainab")!] }, roleId: role!.id };
    const { fingerprint } = await call(admin, users.previewRole, requested);
    expect(await call(admin, users.applyRole, { ...requested, fingerprint })).toEqual({ changed: 1, leftOut: 0 });
    const { roles } = await call(admin, users.get, { id: ids.get("Zainab")! });
    expect(roles.find(({ code }) => code === "support")).toMatchObject({
      isValid: true,
      validTo: null,
      grantedBy: "Admin",
    });
  });

  test("are signed out, except the caller", async () => {
    const transport = await app.transportOf("1@mizan.example", password);
    const preview = await call(admin, users.previewSignOut, { selection });
    expect(preview.leftOut.map(({ code }) => code)).toContain("own_account");
    await call(admin, users.applySignOut, { selection, fingerprint: preview.fingerprint });
    const refusal = await refusalOf(call(transport, users.list, { sort: "name", limit: 25, count: "none" }));
    expect(refusal.code).toBe("invalid_token");
    expect(await names()).toContain("Admin");
  });
});
