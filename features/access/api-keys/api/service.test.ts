import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { dayMs, hourMs, minuteMs } from "#base/time.ts";
import { refusalOf, sessionApi, type SessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { apiKeysFeature } from "#features/access/api-keys/api/routes.ts";
import { wrongKeysMax } from "#features/access/api-keys/api/service/authenticateKey.ts";
import { apiKeys } from "#features/access/api-keys/contract.ts";
import type { KeyInput } from "#features/access/api-keys/fields.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { session } from "#features/access/session/contract.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

let app: SessionApi;
let admin: Transport;
const password = "saffron quilt harbour";
beforeAll(async () => {
  app = await sessionApi({ features: [apiKeysFeature, brandsFeature] });
  await app.addPerson({ email: "admin@mizan.test", password, role: "admin", name: "Aisyah" });
  await app.addPerson({ email: "staff@mizan.test", password, role: "staff" });
  admin = await app.transportOf("admin@mizan.test", password);
});
afterAll(() => app.close());

const list: Input<typeof brands.list> = { sort: "name", limit: 25, count: "none" };
const input = (changed: Partial<KeyInput> = {}): KeyInput => ({
  title: "Till 7, Whitechapel",
  kind: "partner",
  grants: [{ permission: "brands.read", limit: "all" }],
  scopes: [],
  callsPerMinute: 600,
  lastDay: app.clock.now.slice(0, 10),
  ...changed,
});

async function make(changed: Partial<KeyInput> = {}) {
  const { key, secret } = await call(admin, apiKeys.create, { id: newId(), ...input(changed) });
  return { key, secret: secret!, till: app.transportFor({ token: secret! }) };
}
async function makeBrand(name: string, country: string) {
  const id = newId();
  await call(admin, brands.create, { id, name, country });
  return id;
}
/** A user whose only role has these grants, and whose scopes are these countries. */
async function userWith(grants: string[], countries: string[] = []): Promise<Transport> {
  const email = `${newId()}@mizan.test`;
  const { userId } = await app.addPerson({ email, password, role: "onlyGuest" });
  const literal = `{${grants.map((grant) => `"${grant}"`).join(",")}}`;
  await app.db.execute(sql`
    with made as (
      insert into roles (title, grants, name_key, sort_key, search_key, created_at, updated_at)
      values (${email.slice(0, 60)}, ${literal}::text[], ${email}, ${email}, ${email}, now(), now()) returning id
    )
    insert into user_roles (user_id, role_id, granted_at) select ${userId}::uuid, id, now() from made`);
  for (const country of countries)
    await app.db.execute(
      sql`insert into user_scopes (user_id, kind, target, granted_at) values (${userId}, 'country', ${country}, now())`,
    );
  return app.transportOf(email, password);
}
const codeOf = async (answer: Promise<unknown>) => (await refusalOf(answer)).code;

describe("a new key", () => {
  test("shows its secret once and stores only its SHA-256", async () => {
    const id = newId();
    const { key, secret } = await call(admin, apiKeys.create, { id, ...input() });
    expect(secret).toMatch(/^mzk_[0-9a-z]{8}_[A-Za-z0-9_-]{43}$/);
    expect(secret!.startsWith(`${key.prefix}_`)).toBe(true);
    expect(key).toMatchObject({ status: "active", createdByName: "Aisyah", version: 1, lastUsedAt: null });
    const rows = await rowsOf(app.db, sql`select * from api_key_secrets, api_keys, audit_log`);
    expect(JSON.stringify(rows)).not.toContain(secret!.slice(-43));
    const stored = await rowsOf<{ kept: string }>(
      app.db,
      sql`select encode(secret_hash, 'hex') as kept from api_key_secrets where key_id = ${id}`,
    );
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret!));
    expect(stored).toEqual([{ kept: Buffer.from(digest).toString("hex") }]);
  });

  test("is returned without its secret if the request is sent again", async () => {
    const id = newId();
    const first = await call(admin, apiKeys.create, { id, ...input() });
    const again = await call(admin, apiKeys.create, { id, ...input() });
    expect(again).toEqual({ ...first, secret: null });
    const other = call(admin, apiKeys.create, { id, ...input({ title: "Another" }) });
    expect(await codeOf(other)).toBe("id_taken");
    expect((await call(admin, apiKeys.activity, { id, limit: 25 })).events).toHaveLength(1);
  });

  test.each<[string, Partial<KeyInput>, string, string]>([
    ["a permission of people", { grants: [{ permission: "apiKeys.read", limit: "all" }] }, "grants.0", "not_for_keys"],
    ["what no operation asks", { grants: [{ permission: "moon.land", limit: "all" }] }, "grants.0", "not_for_keys"],
    ["a retailer that is none", { scopes: [{ kind: "retailer", target: newId() }] }, "scopes.0", "scope_unknown"],
    ["a till without a retailer", { kind: "till" }, "scopes", "till_retailer"],
    ["a till with a country", { kind: "till", scopes: [{ kind: "country", target: "MY" }] }, "scopes", "till_retailer"],
    ["more than 60,000 calls", { callsPerMinute: 60_001 }, "callsPerMinute", "too_big"],
    ["a scope without any", { grants: [{ permission: "brands.read", limit: "scope" }] }, "scopes", "scope_missing"],
    ["a brand that is none", { scopes: [{ kind: "brand", target: newId() }] }, "scopes.0", "scope_unknown"],
    ["yesterday", { lastDay: "2026-01-01" }, "lastDay", "key_lasts_too_long"],
    ["three years", { lastDay: "2099-01-01" }, "lastDay", "key_lasts_too_long"],
    ["nothing at all", { grants: [] }, "grants", "grants_missing"],
  ])("is refused with %s, at its field", async (_what, changed, path, code) => {
    const { errors } = await refusalOf(call(admin, apiKeys.create, { id: newId(), ...input(changed) }));
    expect(errors).toMatchObject([{ path, code }]);
  });
});

describe("a key", () => {
  test("makes only the calls it has permissions for, as itself", async () => {
    const { key, secret, till } = await make();
    const bearer = new Headers({ authorization: `Bearer ${secret}` });
    const request = new Request(requestFor(brands.list, list), { headers: bearer });
    expect((await app.anonymous(request)).status).toBe(200);
    expect(await codeOf(call(till, brands.create, { id: newId(), name: "By a till" }))).toBe("permission_denied");
    expect(await codeOf(call(till, session.readPerson, {}))).toBe("not_for_keys");
    expect(await codeOf(call(till, apiKeys.list, { sort: "title", limit: 25, count: "none" }))).toBe("not_for_keys");

    const writer = await make({ grants: [{ permission: "brands.create", limit: "all" }], title: "Feed" });
    const id = newId();
    await call(writer.till, brands.create, { id, name: "Written by a key" });
    const reported = await rowsOf(
      app.db,
      sql`select actor_type, actor_id::text, actor_name from audit_log where resource_id = ${id}`,
    );
    expect(reported).toEqual([{ actor_type: "apiKey", actor_id: writer.key.id, actor_name: "Feed" }]);
    expect(key.prefix).not.toBe(writer.key.prefix);
  });

  test("has access to the rows inside its scopes only", async () => {
    await makeBrand("Scoped AE", "AE");
    const ours = await makeBrand("Scoped MY", "MY");
    const grants = [{ permission: "brands.read", limit: "scope" } as const];
    const byCountry = await make({ grants, scopes: [{ kind: "country", target: "MY" }] });
    const { rows } = await call(byCountry.till, brands.list, { ...list, search: "scoped" });
    expect(rows.map(({ name }) => name)).toEqual(["Scoped MY"]);
    const byBrand = await make({ grants, scopes: [{ kind: "brand", target: ours }] });
    expect((await call(byBrand.till, brands.list, list)).rows.map(({ id }) => id)).toEqual([ours]);
  });

  test("expires at the end of its last day", async () => {
    const { till } = await make();
    const before = app.clock.now;
    app.clock.now = `${before.slice(0, 10)}T23:59:59.999Z`;
    await call(till, brands.list, list);
    app.clock.advance(1);
    expect(await codeOf(call(till, brands.list, list))).toBe("token_expired");
    app.clock.now = before;
  });

  test("is rejected permanently from the next call after it is revoked", async () => {
    const { key, till } = await make();
    await call(till, brands.list, list);
    const revoked = await call(admin, apiKeys.revoke, { id: key.id, version: 1, reason: "The till was stolen" });
    expect(revoked).toMatchObject({ status: "revoked", secrets: [] });
    expect(await codeOf(call(till, brands.list, list))).toBe("invalid_token");
    // Revoking it again succeeds, because it is revoked already.
    expect(await call(admin, apiKeys.revoke, { id: key.id, version: 1 })).toEqual(revoked);
    const change = call(admin, apiKeys.update, { id: key.id, version: revoked.version, title: "Back again" });
    expect(await codeOf(change)).toBe("key_revoked");
    const { events } = await call(admin, apiKeys.activity, { id: key.id, limit: 25 });
    expect(events.map(({ action, reason }) => [action, reason])).toEqual([
      ["revoke", "The till was stolen"],
      ["create", null],
    ]);
  });

  test("loses removed permissions at its next call", async () => {
    const both = ["brands.read", "brands.export"].map((permission) => ({ permission, limit: "all" as const }));
    const { key, till } = await make({ grants: both });
    await call(till, brands.list, list);
    const changed = await call(admin, apiKeys.update, { id: key.id, version: 1, grants: [both[1]!] });
    expect(changed).toMatchObject({ version: 2, grants: [both[1]] });
    expect(await codeOf(call(till, brands.list, list))).toBe("permission_denied");
    const conflict = await refusalOf(call(admin, apiKeys.update, { id: key.id, version: 1, title: "Late" }));
    expect(conflict.code).toBe("version_conflict");
    expect(conflict.details).toMatchObject({ changedBy: "Aisyah", current: { version: 2 } });
  });
});

describe("a renewed key", () => {
  test("has a new secret, and keeps the old one for 24 hours if requested", async () => {
    const { key, till } = await make({ lastDay: "2027-06-30" });
    const { secret, key: renewed } = await call(admin, apiKeys.rotate, { id: key.id, version: 1, keepsOld: true });
    expect(renewed.secrets).toMatchObject([
      { prefix: secret!.slice(0, 12), validTo: null },
      { prefix: key.prefix, validTo: expect.any(String) as string },
    ]);
    const start = app.clock.now;
    app.clock.advance(24 * hourMs - 1);
    await call(till, brands.list, list);
    await call(app.transportFor({ token: secret! }), brands.list, list);
    app.clock.advance(1);
    expect(await codeOf(call(till, brands.list, list))).toBe("token_expired");
    await call(app.transportFor({ token: secret! }), brands.list, list);
    app.clock.now = start;
    admin = await app.transportOf("admin@mizan.test", password);
  });

  test("loses the old secret at once if that was not requested, and never has three", async () => {
    const { key, till } = await make();
    await call(admin, apiKeys.rotate, { id: key.id, version: 1, keepsOld: true });
    const again = await call(admin, apiKeys.rotate, { id: key.id, version: 2, keepsOld: true });
    expect(again.key.secrets).toHaveLength(2);
    expect(await codeOf(call(till, brands.list, list))).toBe("invalid_token");
    const replaced = await call(admin, apiKeys.rotate, { id: key.id, version: 3, keepsOld: false });
    expect(replaced.key.secrets).toHaveLength(1);
    expect(await codeOf(call(app.transportFor({ token: again.secret! }), brands.list, list))).toBe("invalid_token");
  });

  test("is renewed once if two users do it at once", async () => {
    if (app.engine !== "postgres") return;
    const { key } = await make();
    const rotate = () => call(admin, apiKeys.rotate, { id: key.id, version: 1, keepsOld: false });
    const outcomes = await Promise.allSettled([rotate(), rotate(), rotate()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await call(admin, apiKeys.get, { id: key.id })).secrets).toHaveLength(1);
  });
});

describe("users can't give a key more than they hold:", () => {
  const write = (changed: Partial<KeyInput>) => ({ id: newId(), ...input(changed) });

  test("not a permission that they lack", async () => {
    const giver = await userWith(["apiKeys.create", "brands.read"]);
    await call(giver, apiKeys.create, write({}));
    const refused = await refusalOf(
      call(giver, apiKeys.create, write({ grants: [{ permission: "brands.create", limit: "all" }] })),
    );
    expect(refused.code).toBe("key_grants_too_much");
    expect(refused.details).toEqual({ permissions: "brands.create" });
  });

  test("not rows beyond their scopes", async () => {
    const giver = await userWith(["apiKeys.create", "brands.read@scope"], ["AE"]);
    const scoped = [{ permission: "brands.read", limit: "scope" } as const];
    const inside = [{ kind: "country", target: "AE" } as const];
    await call(giver, apiKeys.create, write({ grants: scoped, scopes: inside }));
    const wide = [...inside, { kind: "country", target: "MY" } as const];
    expect(await codeOf(call(giver, apiKeys.create, write({ grants: scoped, scopes: wide })))).toBe(
      "key_grants_too_much",
    );
    expect(await codeOf(call(giver, apiKeys.create, write({})))).toBe("key_grants_too_much");
    const brand = await makeBrand("Elsewhere", "TR");
    const unseen = call(giver, apiKeys.create, write({ grants: scoped, scopes: [{ kind: "brand", target: brand }] }));
    expect((await refusalOf(unseen)).errors).toMatchObject([{ path: "scopes.0", code: "scope_unknown" }]);
  });

  test("not by renewing a key that has more permissions", async () => {
    const { key } = await make({ grants: [{ permission: "brands.create", limit: "all" }] });
    const giver = await userWith(["apiKeys.read", "apiKeys.update", "brands.read"]);
    expect(await codeOf(call(giver, apiKeys.rotate, { id: key.id, version: 1, keepsOld: false }))).toBe(
      "key_grants_too_much",
    );
    await call(giver, apiKeys.update, { id: key.id, version: 1, title: "A better name" });
  });

  test("and they are offered what they hold", async () => {
    const giver = await userWith(["apiKeys.read", "brands.read@scope"], ["AE"]);
    const { rows } = await call(giver, apiKeys.choices, {});
    expect(rows.map(({ permission, limits }) => [permission, limits])).toEqual([["brands.read", ["scope"]]]);
    const all = await call(admin, apiKeys.choices, {});
    expect(all.rows.map(({ permission }) => permission)).toEqual([
      "brands.create",
      "brands.export",
      "brands.read",
      "brands.update",
      "products.read",
    ]);
  });
});

describe("the calls of a key", () => {
  test("are counted per minute, reported with every response, and then refused until the minute is over", async () => {
    const { key, till } = await make({ callsPerMinute: 2 });
    const send = () => till(requestFor(brands.list, list));
    const headersOf = ({ headers }: Response) =>
      ["limit", "remaining", "reset"].map((name) => Number(headers.get(`ratelimit-${name}`)));
    const first = await send();
    expect([first.status, ...headersOf(first)]).toEqual([200, 2, 1, 60]);
    app.clock.advance(20_000);
    // A call that is refused for another reason counts as well.
    const second = await till(requestFor(session.readPerson, {}));
    expect([second.status, ...headersOf(second)]).toEqual([403, 2, 0, 40]);
    const third = await send();
    expect([third.status, third.headers.get("retry-after"), ...headersOf(third)]).toEqual([429, "40", 2, 0, 40]);
    app.clock.advance(39_999);
    expect((await send()).status).toBe(429);
    app.clock.advance(1);
    expect((await send()).status).toBe(200);
    const { days } = await call(admin, apiKeys.usage, { id: key.id });
    expect(days).toEqual([{ day: app.clock.now.slice(0, 10), calls: 3, refused: 2 }]);
  });

  test("that arrive at once are allowed up to the limit", async () => {
    if (app.engine !== "postgres") return;
    const { till } = await make({ callsPerMinute: 7 });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await till(requestFor(brands.list, list))).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 429)).toHaveLength(23);
  });

  test("record the last use, once a minute", async () => {
    const { key, till } = await make();
    const used = async () => (await call(admin, apiKeys.get, { id: key.id })).lastUsedAt;
    const first = app.clock.now;
    await call(till, brands.list, list);
    await expect.poll(used).toBe(first);
    app.clock.advance(minuteMs - 1);
    await call(till, brands.list, list);
    expect(await used()).toBe(first);
    app.clock.advance(1);
    await call(till, brands.list, list);
    await expect.poll(used).toBe(app.clock.now);
  });

  test("with wrong keys are refused by address, while valid keys from there still work", async () => {
    const { till, key } = await make();
    const from = (token: string, address: string) => app.transportFor({ token, address });
    const wrong = from(`${key.prefix}_${"A".repeat(43)}`, "198.51.100.9");
    for (let turn = 0; turn < wrongKeysMax; turn++)
      expect(await codeOf(call(wrong, brands.list, list))).toBe("invalid_token");
    const refused = await refusalOf(call(wrong, brands.list, list));
    expect([refused.status, refused.details.retryAfterSeconds]).toEqual([429, 900]);
    await call(till, brands.list, list);
    const elsewhere = from(`${key.prefix}_${"A".repeat(43)}`, "198.51.100.10");
    expect(await codeOf(call(elsewhere, brands.list, list))).toBe("invalid_token");
  });
});

describe("the list of keys", () => {
  test("finds by title and prefix, sorts by last use, and leaves out revoked keys", async () => {
    const gone = await make({ title: "Listed one" });
    await call(admin, apiKeys.revoke, { id: gone.key.id, version: 1 });
    const unused = await make({ title: "Listed two" });
    const used = await make({ title: "Listed three" });
    await call(used.till, brands.list, list);
    await expect.poll(async () => (await call(admin, apiKeys.get, { id: used.key.id })).lastUsedAt).not.toBeNull();
    const find = async (changed: Partial<Input<typeof apiKeys.list>>) => {
      const { rows } = await call(admin, apiKeys.list, { sort: "title", limit: 25, count: "none", ...changed });
      return rows.map(({ title, status }) => `${title}: ${status}`);
    };
    expect(await find({ search: "listed", sort: "lastUsedAt" })).toEqual([
      "Listed two: active",
      "Listed three: active",
    ]);
    expect(await find({ search: unused.key.prefix })).toEqual(["Listed two: active"]);
    expect(await find({ search: "listed", status: ["revoked"] })).toEqual(["Listed one: revoked"]);
    expect(await find({ search: "listed", kind: ["app"] })).toEqual([]);
    app.clock.advance(dayMs);
    admin = await app.transportOf("admin@mizan.test", password);
    expect(await find({ search: "listed", status: ["active"] })).toEqual([]);
    expect(await find({ search: "listed" })).toEqual(["Listed three: expired", "Listed two: expired"]);
    const { byStatus } = await call(admin, apiKeys.countByStatus, { search: "listed" });
    expect(byStatus).toEqual({
      active: { count: 0, isCapped: false },
      expired: { count: 2, isCapped: false },
      revoked: { count: 1, isCapped: false },
    });
  });

  test("contains a user's own keys if they were granted those, and none for a grant by scope", async () => {
    const owner = await userWith(["apiKeys.read@own", "apiKeys.create", "brands.read"]);
    await call(owner, apiKeys.create, { id: newId(), ...input({ title: "Mine" }) });
    const all = { sort: "title", limit: 25, count: "none" } as const;
    expect((await call(owner, apiKeys.list, all)).rows.map(({ title }) => title)).toEqual(["Mine"]);
    const scoped = await userWith(["apiKeys.read@scope"], ["AE"]);
    expect((await call(scoped, apiKeys.list, all)).rows).toEqual([]);
  });
});
