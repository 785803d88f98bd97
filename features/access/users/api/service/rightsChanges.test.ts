import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import type { Input } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import { newId } from "#api/testing/testApi.ts";
import { refusalOf, type SessionApi, sessionApi, type TestUser } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { usersFeature } from "#features/access/users/api/routes.ts";
import { users } from "#features/access/users/contract.ts";
import { type User } from "#features/access/users/contract/people.ts";
import { call, type Transport } from "#web/call.ts";

const password = "a long and peaceful sentence";
let app: SessionApi;
let admin: Transport;
let adminId: string;
const roleIds = new Map<string, string>();
beforeAll(async () => {
  app = await sessionApi({ features: [usersFeature, brandsFeature] });
  // The approval by a second person is tested in features/access/approvals.
  await app.db.execute(
    sql`insert into approval_rules (action, rule, updated_at) values ('users.changeRights', 'never', now())`,
  );
  adminId = (await app.addPerson({ email: "admin@mizan.example", password, role: "admin", name: "Admin" })).userId;
  admin = await app.transportOf("admin@mizan.example", password);
  await addRole("grantor", "{users.read,users.grant,users.invite,users.update,users.disable,brands.read}");
  await addRole("scoped_grantor", "{users.read,users.grant,brands.read@scope,brands.update@scope}");
  await addRole("scoped_editor", "{brands.read@scope,brands.update@scope}");
  await addRole("reader", "{brands.read}");
  await addRole("reads_everything", "{*.read}");
  for (const { id, code } of await rowsOf<{ id: string; code: string }>(app.db, sql`select id, code from roles`)) {
    roleIds.set(code, id);
  }
});
afterAll(() => app.close());

const addRole = (code: string, grants: string) =>
  app.db.execute(sql`
    insert into roles (code, title, grants, name_key, sort_key, search_key, created_at, updated_at)
    values (${code}, ${code}, ${grants}::text[], ${code}, ${code}, ${code}, now(), now())`);
const roleId = (code: string) => roleIds.get(code)!;
const role = (code: string) => ({ roleId: roleId(code), validFrom: null, validTo: null });
const country = (target: string) => ({ kind: "country" as const, target });

let made = 0;
const newUser = (code = "onlyGuest", name = "Somebody"): Promise<TestUser> =>
  app.addPerson({ email: `person-${++made}@mizan.example`, password, role: code, name });
/** A user with this role, and the transport of their calls. */
async function signedIn(code: string): Promise<{ who: TestUser; transport: Transport }> {
  const who = await newUser(code);
  return { who, transport: await app.transportOf(who.email, password) };
}

const nothing = { give: [], take: [], bind: [], unbind: [] };
const read = (id: string, by = admin): Promise<User> => call(by, users.get, { id });
type Change = Partial<Omit<Input<typeof users.changeRights>, "id" | "version">>;
async function change(by: Transport, id: string, what: Change): Promise<User> {
  const { version } = await read(id, by);
  const answer = await call(by, users.changeRights, { ...nothing, ...what, id, version });
  if (isWaiting(answer)) throw new Error("it waits for a second person");
  return answer;
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );
const codes = ({ roles }: User) => roles.map(({ code }) => code).sort();

describe("roles and scopes", () => {
  test("are granted and revoked in one step, with who granted them and when", async () => {
    const { userId } = await newUser("reader");
    const validTo = "2027-01-01T00:00:00.000Z";
    const user = await change(admin, userId, {
      give: [{ roleId: roleId("staff"), validFrom: null, validTo }],
      take: [roleId("reader")],
      bind: [country("AE")],
    });
    expect(user.roles).toMatchObject([
      { code: "staff", validTo, isValid: true, grantedBy: "Admin", grantedAt: app.clock.now },
    ]);
    expect(user.scopes).toMatchObject([{ kind: "country", target: "AE", label: null, grantedBy: "Admin" }]);
    const { events } = await call(admin, users.activity, { id: userId, limit: 10 });
    expect(events[0]).toMatchObject({
      action: "change_rights",
      actorName: "Admin",
      changes: { scopes: { before: [], after: ["country:AE"] } },
    });
    expect((await change(admin, userId, { unbind: [country("AE")] })).scopes).toEqual([]);
  });

  test("take effect at the next request, and expire at their end", async () => {
    const { who, transport } = await signedIn("onlyGuest");
    expect(await codeOf(call(transport, brands.list, listInput))).toBe("permission_denied");
    const validTo = "2026-11-20T09:00:01.000Z";
    await change(admin, who.userId, { give: [{ roleId: roleId("reader"), validFrom: null, validTo }] });
    expect(await codeOf(call(transport, brands.list, listInput))).toBe("done");
    app.clock.advance(1000);
    expect(await codeOf(call(transport, brands.list, listInput))).toBe("permission_denied");
    expect((await read(who.userId)).roles.find(({ code }) => code === "reader")).toMatchObject({ isValid: false });
  });

  test("a period that ends before it starts is refused at its field", async () => {
    const { userId } = await newUser();
    const [validFrom, validTo] = ["2026-12-02T00:00:00.000Z", "2026-12-01T00:00:00.000Z"];
    const give = [{ roleId: roleId("reader"), validFrom, validTo }];
    expect((await refusalOf(change(admin, userId, { give }))).errors).toMatchObject([
      { path: "give.0.validTo", code: "period_reversed" },
    ]);
  });

  test("a role or a target that does not exist is refused", async () => {
    const { userId } = await newUser();
    const refusals = await Promise.all([
      refusalOf(change(admin, userId, { give: [{ ...role("reader"), roleId: newId() }] })),
      refusalOf(change(admin, userId, { bind: [{ kind: "brand", target: newId() }] })),
      refusalOf(change(admin, userId, { bind: [country("XX")] })),
    ]);
    expect(refusals.map(({ errors }) => errors[0]?.code)).toEqual(["role_unknown", "scope_unknown", "scope_unknown"]);
  });

  test("in an old version are refused with what the user has now", async () => {
    const { userId } = await newUser();
    const before = await read(userId);
    await change(admin, userId, { give: [role("reader")] });
    const refusal = await refusalOf(
      call(admin, users.changeRights, { ...nothing, id: userId, version: before.version, give: [role("staff")] }),
    );
    expect(refusal).toMatchObject({ code: "version_conflict", status: 412 });
    expect(codes(refusal.details.current as User)).toEqual(["onlyGuest", "reader"]);
  });
});

const listInput = { sort: "name", limit: 25, count: "none" } as const;

describe("no user", () => {
  test("assigns a role with more permissions than their own; the refusal says what is missing", async () => {
    const { transport } = await signedIn("grantor");
    const { userId } = await newUser();
    const refusal = await refusalOf(change(transport, userId, { give: [role("staff")] }));
    expect(refusal).toMatchObject({ code: "grants_too_much", status: 403 });
    expect(refusal.details.grants).toContain("brands.create");
    expect(refusal.details.grants).not.toContain("brands.read");
    expect(await codeOf(change(transport, userId, { give: [role("admin")] }))).toBe("grants_too_much");
    expect(await codeOf(change(transport, userId, { give: [role("reader")] }))).toBe("done");
    expect(await codeOf(change(transport, userId, { give: [role("scoped_grantor")] }))).toBe("grants_too_much");
  });

  test("grants a wildcard that they do not hold, even if they hold everything it means today", async () => {
    const grants = app.api.catalogue.permissions.filter((permission) => permission.endsWith(".read"));
    await addRole("reads_all_there_is", `{users.grant,${grants.join(",")}}`);
    const { transport } = await signedIn("reads_all_there_is");
    const { userId } = await newUser();
    const refusal = await refusalOf(change(transport, userId, { give: [role("reads_everything")] }));
    expect(refusal.details).toEqual({ grants: ["*.read"], scopes: [] });
  });

  test("assigns a scope beyond their own reach", async () => {
    const { who, transport } = await signedIn("scoped_grantor");
    await change(admin, who.userId, { bind: [country("AE")] });
    const { userId } = await newUser("scoped_editor");
    const refusal = await refusalOf(change(transport, userId, { bind: [country("MY")] }));
    expect(refusal).toMatchObject({ code: "grants_too_much" });
    expect(refusal.details.scopes).toEqual(["country:MY"]);
    expect(await codeOf(change(transport, userId, { bind: [country("AE")] }))).toBe("done");
  });

  test("assigns a role that would reach further with the other user's scopes than with their own", async () => {
    const { who, transport } = await signedIn("scoped_grantor");
    await change(admin, who.userId, { bind: [country("AE")] });
    const { userId } = await newUser();
    await change(admin, userId, { bind: [country("AE"), country("MY")] });
    const refusal = await refusalOf(change(transport, userId, { give: [role("scoped_editor")] }));
    expect(refusal.details).toEqual({ grants: ["brands.read@scope", "brands.update@scope"], scopes: ["country:MY"] });
    await change(admin, userId, { unbind: [country("MY")] });
    expect(await codeOf(change(transport, userId, { give: [role("scoped_editor")] }))).toBe("done");
  });

  test("removes a role that they could not assign", async () => {
    const { transport } = await signedIn("grantor");
    const { userId } = await newUser("staff");
    expect(await codeOf(change(transport, userId, { take: [roleId("staff")] }))).toBe("holds_more");
  });

  test("changes their own roles or scopes", async () => {
    expect(await codeOf(change(admin, adminId, { give: [role("reader")] }))).toBe("own_roles");
    expect(await codeOf(change(admin, adminId, { take: [roleId("admin")] }))).toBe("own_roles");
    expect(await codeOf(change(admin, adminId, { bind: [country("AE")] }))).toBe("own_roles");
  });
});

const onPostgres = inject("testDatabase").engine === "postgres";

describe("an administrator remains", () => {
  /** The only two users with all permissions, so that only each of them can demote the other. */
  async function twoAdministrators() {
    const [one, other] = [await signedIn("admin"), await signedIn("admin")];
    await app.db.execute(sql`
      delete from user_roles using roles
       where roles.id = user_roles.role_id and roles.code = 'admin'
         and user_id not in (${one.who.userId}, ${other.who.userId})`);
    return [one, other] as const;
  }
  const count = async () =>
    (
      await rowsOf(
        app.db,
        sql`select 1 from user_roles join roles on roles.id = role_id join users on users.id = user_id
             where code = 'admin' and valid_to is null and users.status = 'active'`,
      )
    ).length;
  afterAll(async () => {
    await app.db.execute(sql`
      insert into user_roles (user_id, role_id, granted_at)
      values (${adminId}, ${roleId("admin")}, now()) on conflict (user_id, role_id) do update set valid_to = null`);
  });

  const soon = "2026-12-31T00:00:00.000Z";
  test.each([
    ["is demoted", (id: string) => ({ id, take: [roleId("admin")] })],
    ["gets an end", (id: string) => ({ id, give: [{ roleId: roleId("admin"), validFrom: null, validTo: soon }] })],
    [
      "would begin later",
      (id: string) => ({ id, give: [{ roleId: roleId("admin"), validFrom: soon, validTo: null }] }),
    ],
  ])("when the last one %s by the system", async (_what, changeOf) => {
    const [one, other] = await twoAdministrators();
    await app.db.execute(sql`update users set status = 'disabled' where id = ${other.who.userId}`);
    const { version } = await read(one.who.userId, one.transport);
    // Users can't do this to themselves, so the service is called without an actor.
    const { changeRights } = await import("#features/access/users/rights/api/rightsChanges.ts");
    const requested = { ...nothing, ...changeOf(one.who.userId), version, reason: undefined };
    expect(await codeOf(changeRights(app.api.systemContext(), requested))).toBe("last_administrator");
    expect(await count()).toBe(1);
  });

  test.runIf(onPostgres)("when the last two demote each other at once: one call is refused", async () => {
    for (let turn = 0; turn < 10; turn++) {
      const [one, other] = await twoAdministrators();
      const outcomes = await Promise.all([
        codeOf(change(one.transport, other.who.userId, { take: [roleId("admin")] })),
        codeOf(change(other.transport, one.who.userId, { take: [roleId("admin")] })),
      ]);
      expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
      expect(await count()).toBe(1);
    }
  });

  test.runIf(onPostgres)("a user who is being demoted can't grant anything, unless it was granted before", async () => {
    for (let turn = 0; turn < 10; turn++) {
      const [one, other] = await twoAdministrators();
      const friend = await newUser();
      const [demotion, gift] = await Promise.all([
        codeOf(change(one.transport, other.who.userId, { take: [roleId("admin")] })),
        codeOf(change(other.transport, friend.userId, { give: [role("admin")] })),
      ]);
      expect(demotion).toBe("done");
      const { events } = await call(one.transport, users.activity, { id: friend.userId, limit: 10 });
      const { events: ofOther } = await call(one.transport, users.activity, { id: other.who.userId, limit: 10 });
      const given = events.find(({ action }) => action === "change_rights");
      const demoted = ofOther.find(
        ({ action, resourceId }) => action === "change_rights" && resourceId === other.who.userId,
      );
      if (gift === "done") expect(given!.id).toBeLessThan(demoted!.id);
      else expect(given).toBeUndefined();
    }
  });
});
