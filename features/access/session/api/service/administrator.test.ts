import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { refusalOf, sessionApi } from "#api/testing/sessionApi.ts";
import { seedOnce } from "#api/seed.ts";
import { session } from "#features/access/session/contract.ts";
import { demoPassword, demoPeople } from "#features/access/session/rules.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { ensureAdministrator } from "#features/access/session/api/service/administrator.ts";
import { call } from "#web/call.ts";

test("creates the administrator from the settings, and leaves it unchanged at later starts", async () => {
  const { app, ctx } = await openApp();
  const given = { email: "Chief@Company.example", password: "nine lemon trees in a row" };
  expect(await ensureAdministrator(ctx(), given)).toEqual({ email: "Chief@company.example", madePassword: null });
  const transport = await app.transportOf("chief@company.example", given.password);
  expect(await call(transport, session.readPerson, {})).toMatchObject({
    roles: [{ code: "admin", title: "Administrator" }],
    mustFirst: null,
  });

  const later = { email: "other@company.example", password: "another row of lemon trees" };
  expect(await ensureAdministrator(ctx(), later)).toEqual({ email: "Chief@company.example", madePassword: null });
  expect(await refusalOf(app.enter(later.email, later.password))).toMatchObject({ code: "sign_in_failed" });
});

test("generates an address and a password of 100 random bits if none are given, once, to be changed at first sign-in", async () => {
  const { app, ctx } = await openApp();
  const first = await ensureAdministrator(ctx(), null);
  expect(first).toEqual({
    email: "admin@mizan.example",
    madePassword: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/) as unknown,
  });
  expect(await ensureAdministrator(ctx(), null)).toEqual({ email: "admin@mizan.example", madePassword: null });
  expect(JSON.stringify(app.logged)).not.toContain(first.madePassword);

  const transport = await app.transportOf(first.email, first.madePassword!);
  expect(await call(transport, session.readPerson, {})).toMatchObject({ mustFirst: "changePassword" });
  expect(await refusalOf(call(transport, session.listOwn, {}))).toMatchObject({ code: "password_change_required" });
});

test("of ten simultaneous starts on a new database, one creates the administrator and returns the password", async () => {
  const { app, ctx } = await openApp();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ensureAdministrator(ctx(), null)));
  const made = outcomes.flatMap(({ madePassword }) => madePassword ?? []);
  expect(made).toHaveLength(1);
  expect(await app.enter("admin@mizan.example", made[0]!)).toMatchObject({ ad_role_id: "admin" });
});

test("rejects a given password that attackers try first", async () => {
  const { ctx } = await openApp();
  const given = { email: "admin@company.example", password: "administrator123" };
  expect(await refusalOf(ensureAdministrator(ctx(), given))).toMatchObject({ code: "password_guessable" });
});

test("sample users on a server have no password, so they can't be used to sign in", async () => {
  const { app, ctx } = await openApp();
  expect(await seedOnce(ctx(), [sessionFeature])).toBe(true);
  const rows = await app.db.execute(sql`
    select count(*)::int as people, count(password_hash)::int as passwords from users`);
  const granted = await app.db.execute(sql`
    select distinct roles.code from user_roles join roles on roles.id = role_id order by roles.code`);
  expect((rows as { rows: unknown[] }).rows).toEqual([{ people: 7, passwords: 0 }]);
  expect((granted as { rows: unknown[] }).rows).toEqual(["onlyGuest", "staff", "user"].map((code) => ({ code })));
  expect(await refusalOf(app.enter("huda@mizan.example", demoPassword))).toMatchObject({
    code: "sign_in_failed",
  });
});

test("the demonstration in a browser has the account that its sign-in screen shows", async () => {
  const { app, ctx } = await openApp("browser");
  await seedOnce(ctx(), [sessionFeature]);
  expect(await app.enter(demoPeople.administrator.email, demoPassword)).toMatchObject({ ad_role_id: "admin" });
  expect(await app.enter("mohammed@mizan.example", demoPassword)).toMatchObject({ ad_role_id: "staff" });
});

async function openApp(host: "node" | "browser" = "node") {
  const app = await sessionApi({ host });
  onTestFinished(app.close);
  return { app, ctx: app.api.systemContext };
}
