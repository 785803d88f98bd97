import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { hourMs, secondMs } from "#base/time.ts";
import { serve } from "#api/serve.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/access/session/contract.ts";
import { call, type Transport } from "#web/call.ts";

const password = "nine lemon trees in a row";
const lemons = {
  read: operation({
    method: "GET",
    path: "/api/lemons",
    permission: "lemons.read",
    summary: "",
    input: z.object({}),
    output: z.array(z.string()),
  }),
  pick: operation({
    method: "POST",
    path: "/api/lemons",
    permission: "lemons.pick",
    summary: "",
    input: z.object({}),
    output: z.array(z.string()),
  }),
};
let app: SessionApi;

beforeAll(async () => {
  const routes = serve(lemons, { read: async () => [], pick: async () => [] });
  const entries = [
    { id: 11, title: "Lemons", link: "/apps/lemon/lemons", needs: lemons.read },
    { id: 12, title: "Pick", link: "/apps/lemon/lemons/new", needs: lemons.pick },
  ] as const;
  app = await sessionApi({
    features: [{ routes, menu: [{ id: 1, title: "Lemons", icon: "brands", link: "/apps/lemon", entries }] }],
  });
  await app.db.execute(sql`update roles set grants = '{lemons.read}' where code = 'user'`);
});
afterAll(() => app.close());

test("distinguishes a missing, a malformed, an unknown and an expired token, with the specification's messages", async () => {
  await app.addPerson({ email: "apart@mizan.example", password });
  const { accessToken } = await app.enter("apart@mizan.example", password);
  const missing = { status: 401, code: "token_missing" };
  const invalid = { status: 401, code: "invalid_token", message: "Invalid access_token" };
  const headers: [Record<string, string>, object][] = [
    [{}, missing],
    [{ "x-access-token": "" }, missing],
    [{ authorization: "Basic YTpi" }, missing],
    [{ "x-access-token": "a.b.c" }, invalid],
    [{ "x-access-token": "null" }, invalid],
    [{ "x-access-token": "é".repeat(43) }, invalid],
    [{ "x-access-token": "x".repeat(8000) }, invalid],
    [{ "x-access-token": "A".repeat(43) }, invalid],
    [{ "x-access-token": `${accessToken.slice(0, -1)}${accessToken.endsWith("A") ? "B" : "A"}` }, invalid],
    [{ "x-access-token": "' or 1=1 --" }, invalid],
    [{ authorization: "Bearer A" }, invalid],
  ];
  for (const [header, wanted] of headers) {
    const response = await app.anonymous(new Request("https://mizan.test/api/v1/session", { headers: header }));
    expect({ header, answer: await response.json() }).toMatchObject({ header, answer: wanted });
  }
  app.clock.advance(hourMs);
  const expired = { status: 401, code: "token_expired", message: "access_token expired" };
  expect(await refusalOf(call(app.transportFor({ token: accessToken }), session.readPerson, {}))).toMatchObject(
    expired,
  );
});

test("reads the token from x-access-token or as a bearer token, and never from the address", async () => {
  await app.addPerson({ email: "where@mizan.example", password });
  const { accessToken } = await app.enter("where@mizan.example", password);
  const get = (query: string, headers: Record<string, string>) =>
    app.anonymous(new Request(`https://mizan.test/api/v1/session${query}`, { headers }));
  expect((await get("", { "x-access-token": accessToken })).status).toBe(200);
  expect((await get("", { authorization: `Bearer ${accessToken}` })).status).toBe(200);
  expect((await get("", { authorization: `bearer ${accessToken}` })).status).toBe(200);
  for (const name of ["access_token", "x-access-token", "token"]) {
    expect((await get(`?${name}=${accessToken}`, {})).status).toBe(401);
  }
});

test("ends after an hour without use: at the hour, and not one ms before", async () => {
  await app.addPerson({ email: "idle@mizan.example", password });
  const early = await app.transportOf("idle@mizan.example", password);
  app.clock.advance(hourMs - 1);
  expect(await codeOf(early)).toBe("signed in");
  const late = await app.transportOf("idle@mizan.example", password);
  app.clock.advance(hourMs);
  expect(await codeOf(late)).toBe("token_expired");
});

test("ends after twelve hours even if it is in use: at the hour, and not one ms before", async () => {
  await app.addPerson({ email: "busy@mizan.example", password });
  const transport = await app.transportOf("busy@mizan.example", password);
  const steps = 24;
  for (let step = 1; step < steps; step++) {
    app.clock.advance(hourMs / 2);
    expect(await codeOf(transport)).toBe("signed in");
    await noted("busy@mizan.example");
  }
  app.clock.advance(hourMs / 2 - 1);
  expect(await codeOf(transport)).toBe("signed in");
  app.clock.advance(1);
  expect(await codeOf(transport)).toBe("token_expired");
});

test("stores the last use of a session at most once a minute", async () => {
  await app.addPerson({ email: "noted@mizan.example", password });
  const transport = await app.transportOf("noted@mizan.example", password);
  await app.db.execute(sql`create table touches (at timestamptz)`);
  await app.db.execute(sql`
    create function count_touch() returns trigger language plpgsql as $$
    begin
      insert into touches values (new.last_used_at);
      return new;
    end $$`);
  await app.db.execute(
    sql`create trigger count_touches after update on sessions for each row execute function count_touch()`,
  );
  app.clock.advance(59 * secondMs);
  expect(await codeOf(transport)).toBe("signed in");
  app.clock.advance(secondMs);
  await Promise.all(Array.from({ length: 5 }, () => codeOf(transport)));
  await noted("noted@mizan.example");
  const touches = await app.db.execute(sql`select count(*)::int as count from touches`);
  expect((touches as { rows: unknown[] }).rows).toEqual([{ count: 1 }]);
  await app.db.execute(sql`drop trigger count_touches on sessions`);
});

test("applies a disabled account, a changed role and a changed permission on the next call", async () => {
  const { userId } = await app.addPerson({ email: "moved@mizan.example", password });
  const transport = await app.transportOf("moved@mizan.example", password);
  expect(await call(transport, lemons.read, {})).toEqual([]);
  expect(await refusalOf(call(transport, lemons.pick, {}))).toMatchObject({ status: 403, code: "permission_denied" });

  await giveRole(userId, "admin");
  expect(await call(transport, lemons.pick, {})).toEqual([]);
  await giveRole(userId, "onlyGuest");
  expect(await refusalOf(call(transport, lemons.read, {}))).toMatchObject({ status: 403 });
  await app.db.execute(sql`update users set status = 'disabled' where id = ${userId}`);
  expect(await refusalOf(call(transport, lemons.read, {}))).toMatchObject({ code: "invalid_token" });
});

test("returns the signed-in user, with every permission listed if the role has all", async () => {
  const { userId, number } = await app.addPerson({
    email: "chief@mizan.example",
    password,
    role: "admin",
    name: "Aisyah",
  });
  const transport = await app.transportOf("chief@mizan.example", password);
  expect(await call(transport, session.readPerson, {})).toEqual({
    userId,
    userNumber: number,
    userCategoryId: 1,
    name: "Aisyah",
    email: "chief@mizan.example",
    roles: [{ code: "admin", title: "Administrator", titleI18n: { ar: "مدير النظام" } }],
    permissions: ["lemons.pick", "lemons.read", "users.resetFactors", "users.viewAs"],
    mustFirst: null,
    viewedAs: null,
    shortcuts: null,
    photoUrl: "",
    settings: {},
  });
});

test("allows a user who must change the password only that", async () => {
  const { userId } = await app.addPerson({ email: "fresh@mizan.example", password });
  await app.db.execute(sql`update users set must_change_password = true where id = ${userId}`);
  const transport = await app.transportOf("fresh@mizan.example", password);
  expect(await refusalOf(call(transport, lemons.read, {}))).toMatchObject({ code: "password_change_required" });
  expect(await refusalOf(call(transport, session.listOwn, {}))).toMatchObject({ code: "password_change_required" });
  expect(await call(transport, session.readPerson, {})).toMatchObject({ mustFirst: "changePassword" });
  const { accessToken } = await call(transport, session.changePassword, {
    currentPassword: password,
    newPassword: "a different set of words",
  });
  expect(await call(app.transportFor({ token: accessToken }), lemons.read, {})).toEqual([]);
});

test("returns the user's own menu, to an administrator any user's, and to others no other user's", async () => {
  const user = await app.addPerson({ email: "menu@mizan.example", password, category: 3 });
  await app.addPerson({ email: "asker@mizan.example", password });
  await app.addPerson({ email: "admin@mizan.example", password, role: "admin" });
  const [own, other, admin] = await Promise.all(
    ["menu@mizan.example", "asker@mizan.example", "admin@mizan.example"].map((email) =>
      app.transportOf(email, password),
    ),
  );
  const requested = { mt_user_id: user.number, mt_category_id: 3 };
  const row = {
    ad_main_id: 1,
    ad_main_title: "Lemons",
    ad_main_link: "/apps/lemon",
    ad_sub_id: 11,
    ad_sub_title: "Lemons",
    ad_sub_link: "/apps/lemon/lemons",
  };
  expect(await call(own!, session.menuRows, requested)).toEqual([row]);
  expect(await call(admin!, session.menuRows, requested)).toEqual([row]);
  const refused: [Transport, typeof requested][] = [
    [other!, requested],
    [own!, { ...requested, mt_category_id: 1 }],
    [admin!, { ...requested, mt_category_id: 1 }],
    [admin!, { ...requested, mt_user_id: 2_147_483_647 }],
  ];
  for (const [transport, input] of refused) {
    expect(await refusalOf(call(transport, session.menuRows, input))).toMatchObject({ status: 404, code: "not_found" });
  }
});

test("serves the specification's literal paths and the same under /api", async () => {
  const user = await app.addPerson({ email: "paths@mizan.example", password });
  const transport = await app.transportOf("paths@mizan.example", password);
  for (const prefix of ["", "/api"]) {
    const menu = await transport(new Request(`https://mizan.test${prefix}/ad_main_perm/${user.number}/1`));
    expect(await menu.json()).toHaveLength(1);
    const body = JSON.stringify({ mt_email: "paths@mizan.example" });
    const headers = { "content-type": "application/json" };
    const forgot = await transport(
      new Request(`https://mizan.test${prefix}/mt_user_forget`, { method: "POST", headers, body }),
    );
    expect(forgot.status).toBe(200);
  }
  for (const odd of ["0", "-1", "1.5", "99999999999", "x"]) {
    expect((await transport(new Request(`https://mizan.test/ad_main_perm/${odd}/1`))).status).toBe(422);
  }
});

/** Replaces the roles that they had. */
async function giveRole(userId: string, code: string) {
  await app.db.execute(sql`
    update user_roles set role_id = (select id from roles where code = ${code}) where user_id = ${userId}`);
}

async function codeOf(transport: Transport): Promise<string> {
  return call(transport, session.readPerson, {}).then(
    () => "signed in",
    (error: { code: string }) => error.code,
  );
}

/** Waits until the last use is written, which happens after the response. */
const noted = (email: string) =>
  vi.waitFor(async () => {
    const result = await app.db.execute(sql`
      select 1 from sessions join users on users.id = user_id
       where email = ${email} and last_used_at = ${app.clock.now}::timestamptz`);
    expect((result as { rows: unknown[] }).rows).toHaveLength(1);
  });
