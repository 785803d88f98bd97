import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enrollUser, phoneOf } from "#api/testing/phone.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/access/session/contract.ts";
import { factors } from "#features/access/session/contract/factors.ts";
import { call, type Transport } from "#web/call.ts";

const password = "nine lemon trees in a row";
let app: SessionApi;

beforeAll(async () => {
  app = await sessionApi();
});
afterAll(() => app.close());

test("a role that requires a second factor allows nothing else until it is set up, from the next request on", async () => {
  const { userId } = await app.addPerson({ email: "must@mizan.example", password });
  const transport = await app.transportOf("must@mizan.example", password);
  await call(transport, session.listOwn, {});
  await app.db.execute(sql`update roles set needs_second_factor = true where code = 'user'`);
  try {
    expect(await refusalOf(call(transport, session.listOwn, {}))).toMatchObject({
      status: 403,
      code: "second_factor_setup_required",
    });
    expect(await call(transport, session.readPerson, {})).toMatchObject({ mustFirst: "setUpSecondFactor" });
    const fresh = await app.transportOf("must@mizan.example", password);
    expect(await call(fresh, factors.readFactors, {})).toMatchObject({ isRequired: true });
    const phone = phoneOf(app, await call(fresh, factors.startAuthenticator, {}));
    await call(fresh, factors.confirmAuthenticator, { code: await phone.code() });
    await call(fresh, session.listOwn, {});
    await call(transport, session.listOwn, {});

    await app.db.execute(sql`update users set must_change_password = true where id = ${userId}`);
    expect(await refusalOf(call(fresh, factors.startAuthenticator, {}))).toMatchObject({
      code: "password_change_required",
    });
    // The required length of the new password depends on them.
    await call(fresh, factors.readFactors, {});
  } finally {
    await app.db.execute(sql`update roles set needs_second_factor = false where code = 'user'`);
  }
});

test("an administrator removes lost factors and ends the user's sessions, but not their own or those of users with more permissions", async () => {
  const lost = await enrollUser(app, { email: "lost@mizan.example", password });
  await app.addPerson({ email: "chief@mizan.example", password, role: "admin" });
  const chief = await app.transportOf("chief@mizan.example", password);
  const { userId: chiefId } = await call(chief, session.readPerson, {});
  const reason = "Phone stolen, asked in person";
  expect(await refusalOf(call(lost.transport, factors.resetFactors, { userId: chiefId, reason }))).toMatchObject({
    code: "permission_denied",
  });
  expect(await refusalOf(call(chief, factors.resetFactors, { userId: chiefId, reason }))).toMatchObject({
    code: "own_factors",
  });
  expect(await refusalOf(call(chief, factors.resetFactors, { userId: crypto.randomUUID(), reason }))).toMatchObject({
    code: "not_found",
  });
  const elsewhere = await limitedAdministrator("elsewhere", "users.resetFactors@scope");
  expect(await refusalOf(call(elsewhere, factors.resetFactors, { userId: lost.userId, reason }))).toMatchObject({
    code: "not_found",
  });
  const limited = await limitedAdministrator("helpdesk", "users.resetFactors");
  expect(await refusalOf(call(limited, factors.resetFactors, { userId: chiefId, reason }))).toMatchObject({
    code: "resets_too_much",
  });

  await app.runJobs();
  app.emails.length = 0;
  await call(chief, factors.resetFactors, { userId: lost.userId, reason });
  expect(await refusalOf(call(lost.transport, session.readPerson, {}))).toMatchObject({ code: "invalid_token" });
  await app.enter("lost@mizan.example", password);
  await app.runJobs();
  expect(app.emails).toMatchObject([{ to: "lost@mizan.example" }]);
  expect(
    await read(sql`select actor_id::text as actor, reason from audit_log
                         where resource_id = ${lost.userId} and action = 'reset_factors'`),
  ).toEqual([{ actor: chiefId, reason }]);
});

/** May reset factors, and little else. */
async function limitedAdministrator(code: string, grant: string): Promise<Transport> {
  const email = `${code}@mizan.example`;
  const { userId } = await app.addPerson({ email, password });
  await app.db.execute(sql`
    with made as (
      insert into roles (id, code, title, description, grants, name_key, sort_key, search_key, created_at, updated_at)
      values (gen_random_uuid(), ${code}, ${code}, '', array[${grant}], ${code}, ${code}, ${code}, now(), now())
      returning id)
    insert into user_roles (user_id, role_id, granted_at) select ${userId}::uuid, id, now() from made`);
  return app.transportOf(email, password);
}

const read = async (query: ReturnType<typeof sql>) =>
  ((await app.db.execute(query)) as { rows: Record<string, unknown>[] }).rows;
