import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import { serve } from "#api/serve.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/access/session/contract.ts";
import { call, type Transport } from "#web/call.ts";

const password = "nine lemon trees in a row";
const lemon = { input: z.object({}), output: z.array(z.string()), summary: "", path: "/api/lemons" } as const;
const lemons = {
  read: operation({ method: "GET", permission: "lemons.read", ...lemon }),
  pick: operation({ method: "POST", permission: "lemons.pick", ...lemon }),
};

const menu: MenuSection = {
  id: 9,
  title: "Lemons",
  icon: "apps",
  link: "/apps/lemon",
  entries: [
    // Listed in the order of their numbers, not of insertion.
    { id: 92, title: "New Lemon", link: "/apps/lemon/lemons/new", needs: lemons.pick },
    { id: 91, title: "Lemons", link: "/apps/lemon/lemons", needs: lemons.read },
  ],
};

let app: SessionApi;
beforeAll(async () => {
  const routes = serve(lemons, { read: async () => [], pick: async () => [] });
  app = await sessionApi({ features: [{ routes, menu: [menu] }] });
  await app.db.execute(sql`update roles set grants = '{lemons.read,lemons.pick}' where code = 'user'`);
  await app.db.execute(sql`update roles set grants = '{lemons.read,users.viewAs}' where code = 'support'`);
});
afterAll(() => app.close());

test("an administrator sees what a user sees, changes nothing, and is named in the log", async () => {
  const user = await app.addPerson({ email: "seen@mizan.example", password, name: "Seen" });
  await app.addPerson({ email: "admin@mizan.example", password, role: "admin" });
  const transport = await app.transportOf("admin@mizan.example", password);
  await call(transport, session.startViewAs, { userId: user.userId });
  expect(await call(transport, session.readPerson, {})).toMatchObject({
    email: "admin@mizan.example",
    roles: [{ code: "user" }],
    permissions: ["lemons.pick", "lemons.read"],
    viewedAs: { kind: "user", title: "Seen" },
  });
  expect(await menuOf(transport)).toEqual(["Lemons"]);
  expect(await call(transport, lemons.read, {})).toEqual([]);
  expect(await refusalOf(call(transport, lemons.pick, {}))).toMatchObject({ status: 403, code: "viewing_only" });

  await call(transport, session.stopViewAs, {});
  expect(await menuOf(transport)).toEqual(["Lemons", "New Lemon"]);
  expect(await call(transport, lemons.pick, {})).toEqual([]);
  expect(await call(transport, session.readPerson, {})).toMatchObject({ viewedAs: null });
  const { rows } = (await app.db.execute(sql`
    select action, actor_name from audit_log where action like '%view_as' order by id`)) as { rows: unknown[] };
  expect(rows).toEqual(["view_as", "stop_view_as"].map((action) => ({ action, actor_name: "Nur'ain O'Example" })));
});

async function menuOf(transport: Transport): Promise<string[]> {
  const { userNumber, userCategoryId } = await call(transport, session.readPerson, {});
  const rows = await call(transport, session.menuRows, { mt_user_id: userNumber, mt_category_id: userCategoryId });
  return rows.map(({ ad_sub_title }) => ad_sub_title);
}

test("a role is viewed with the administrator's own scopes, until the sign-out", async () => {
  await app.addPerson({ email: "chief@mizan.example", password, role: "admin" });
  const transport = await app.transportOf("chief@mizan.example", password);
  const result = await app.db.execute(sql`select id from roles where code = 'onlyGuest'`);
  const [{ id: roleId }] = (result as { rows: [{ id: string }] }).rows;
  await call(transport, session.startViewAs, { roleId });
  expect(await refusalOf(call(transport, lemons.read, {}))).toMatchObject({ code: "permission_denied" });
  expect(await call(transport, session.readPerson, {})).toMatchObject({
    viewedAs: { kind: "role", title: "Guest", titleI18n: { ar: "ضيف" } },
  });
  await call(transport, session.signOutByPost, {});
  const again = await app.transportOf("chief@mizan.example", password);
  expect(await call(again, session.readPerson, {})).toMatchObject({ viewedAs: null });
});

test("refuses to view as a user who may see more", async () => {
  const user = await app.addPerson({ email: "more@mizan.example", password });
  await app.addPerson({ email: "support@mizan.example", password, role: "support" });
  const transport = await app.transportOf("support@mizan.example", password);
  const requested = call(transport, session.startViewAs, { userId: user.userId });
  expect(await refusalOf(requested)).toMatchObject({ status: 403, code: "views_too_much" });
  const nobody = call(transport, session.startViewAs, { userId: "01939a3e-0000-7000-8000-000000000000" });
  expect(await refusalOf(nobody)).toMatchObject({ code: "not_found" });
  expect(await refusalOf(call(transport, session.startViewAs, {}))).toMatchObject({ code: "invalid_input" });
});
