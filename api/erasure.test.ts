import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import { sampleInput, waysOf } from "#api/testing/sampleInput.ts";
import { newId } from "#api/testing/testApi.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { todoExtras } from "#demos/todo/contract.ts";
import { featuresWith } from "#features/api.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { session } from "#features/access/session/contract.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { users } from "#features/access/users/contract.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

const password = "a long and peaceful sentence";
const name = "Wadha Unmistakable";
const email = "wadha.unmistakable@mizan.example";
let app: SessionApi;
let admin: Transport;
let userId: string;
let brandId: string;
let roleId: string;
beforeAll(async () => {
  app = await sessionApi({
    features: featuresWith(demos).filter((feature) => feature !== sessionFeature),
    rateLimits: { search: 1e6, export: 1e6 },
  });
  await app.addPerson({ email: "admin@mizan.example", password, role: "admin", name: "Admin" });
  admin = await app.transportOf("admin@mizan.example", password);
  ({ userId } = await app.addPerson({ email, password, role: "staff", name }));
  const own = await app.transportOf(email, password, { device: "D".repeat(43) });
  brandId = newId();
  await call(own, brands.create, { id: brandId, name: "Made by somebody" });
  await call(own, todoExtras.add, { id: newId(), set: { title: "Buy dates" } });
  await call(app.anonymous, session.requestReset, { mt_email: email });
  const { version } = await call(admin, users.get, { id: userId });
  [{ id: roleId }] = (await rowsOf<{ id: string }>(app.db, sql`select id from roles where code = 'staff'`)) as [
    { id: string },
  ];
  await call(admin, users.update, { id: userId, version, category: "finance" });
});
afterAll(() => app.close());

const read = () => call(admin, users.get, { id: userId });
const erase = async (confirmation: string, id = userId) =>
  call(admin, users.erase, { id, version: (await call(admin, users.get, { id })).version, confirmation });

describe("a user's data", () => {
  test("is exported completely: account, rights, sessions, to-dos, and audit entries", async () => {
    const kept = await call(admin, users.exportPerson, { id: userId });
    expect(kept).toMatchObject({
      account: { name, email, category: "finance", roles: [{ code: "staff" }] },
      signIn: { sessions: [{ address: "192.0.2.1" }] },
      todos: [{ title: "Buy dates" }],
      logIsComplete: true,
    });
    const actions = (kept.log as { action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["create", "sign_in", "update"]));
    expect(JSON.stringify(kept)).not.toMatch(/passwordHash|tokenHash|argon2/);
  });

  test("is not erased by accident: the email must be typed, and your own account stays", async () => {
    const refusal = await refusalOf(erase("somebody.else@mizan.example"));
    expect(refusal.errors).toMatchObject([{ path: "confirmation", code: "confirmation_differs" }]);
    const { userId: own } = await call(admin, session.readPerson, {});
    expect((await refusalOf(erase("admin@mizan.example", own))).code).toBe("own_account");
    expect((await read()).name).toBe(name);
  });

  test("is in no response after the erasure, and nothing signs in with it", async ({ annotate }) => {
    const own = await app.transportOf(email, password);
    const erased = await erase(` ${email.toUpperCase()} `);
    expect(erased).toMatchObject({ status: "erased", roles: [], scopes: [], lastSignInAt: null });
    expect(erased.name).toMatch(/^Erased user \d+$/);
    await app.runJobs();
    expect(await codeOf(call(own, session.readPerson, {}))).toBe("invalid_token");
    expect(await codeOf(app.enter(email, password))).toBe("sign_in_failed");
    const { answered, silent, failures } = await allReads();
    await annotate(`R31: ${answered} answers were read, ${failures.length} name who was erased`);
    expect(failures).toEqual([]);
    expect(silent).toEqual([]);
    for (const table of ["sessions", "known_origins", "password_resets", "user_roles", "user_scopes", "passkeys"]) {
      const result = await app.db.execute(sql`select 1 from ${sql.raw(table)} where user_id = ${userId}`);
      expect((result as { rows: unknown[] }).rows, table).toEqual([]);
    }
  });

  test("leaves past changes under a pseudonym, and the email free for reuse", async () => {
    const { events } = await call(admin, brands.activity, { id: brandId, limit: 10 });
    expect(events[0]).toMatchObject({ action: "create", actorId: userId });
    expect(events[0]!.actorName).toMatch(/^Erased user/);
    expect((await refusalOf(erase((await read()).email))).code).toBe("status_differs");
    const again = await call(admin, users.invite, {
      id: newId(),
      name,
      email,
      category: "brand",
      language: "en",
      roles: [],
      scopes: [],
    });
    expect(again).toMatchObject({ user: { status: "invited" } });
  });
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );

/** Reads of one record in areas without a record in this test, and a sign-in by GET without credentials. */
const withoutRecord = new RegExp(
  "/(accounts|adjustments|api-keys|approvals|articles|assignments|batches|bulk-runs|cashback|categories|certificates|certifying-bodies|courses|exports|faq-answers|files|halal-standards|items|shared" +
    "|importers|imports|members|payout-requests|payouts|people|permissions|products|promocodes|recognitions|redemptions|retailer-types" +
    "|retailers|shop-orders|shop-products|transactions|wallets|webhook-deliveries|webhooks)/.*(\\{|explain$|matrix$|candidates$)" +
    "|/api/auth$",
);

/**
 * Calls every read for this user, their role and their brand. Returns the responses that reveal the user's name, and
 * the operations that answered nothing.
 */
async function allReads() {
  const reads = app.api.catalogue.operations.filter(
    ({ method, path }) => method === "GET" && !/logout|access-token/.test(path),
  );
  const failures: string[] = [];
  const silent: string[] = [];
  let answered = 0;
  for (const operation of reads) {
    let isSilent = true;
    for (const id of [userId, brandId, roleId]) {
      for (const way of waysOf(operation)) {
        const response = await admin(requestFor(operation, { ...sampleInput(operation, { id, version: 1 }), ...way }));
        const text = await response.text();
        if (response.ok) answered++;
        isSilent &&= !response.ok;
        if (/wadha|unmistakable/i.test(text)) failures.push(`${operation.path} ${text.slice(0, 300)}`);
      }
    }
    if (isSilent && !withoutRecord.test(operation.path)) silent.push(operation.path);
  }
  return { answered, silent, failures };
}
