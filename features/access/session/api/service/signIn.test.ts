import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs, minuteMs } from "#base/time.ts";
import { fakeHash, outdatedHash, refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/access/session/contract.ts";
import { call } from "#web/call.ts";

const password = "nine lemon trees in a row";
let app: SessionApi;

beforeAll(async () => {
  app = await sessionApi();
});
afterAll(() => app.close());

test("returns exactly the fields of the specification, and logs no secret", async () => {
  const user = await app.addPerson({ email: "nurain@mizan.example", password, category: 2 });
  const body = { mt_email: "nurain@mizan.example", mt_password: password, remember: true };
  const response = await app.anonymous(post("/api/mt_auth/signinInt", body));

  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const answer = (await response.json()) as Record<string, unknown>;
  expect(answer).toEqual({
    mt_user_id: user.number,
    mt_category_id: 2,
    mt_user_name: "Nur'ain O'Example",
    user_email: "nurain@mizan.example",
    accessToken: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    ad_role_id: "user",
  });
  expect(JSON.stringify(app.logged)).not.toContain(answer.accessToken);
  expect(JSON.stringify(app.logged)).not.toContain(password);
});

test("finds the account in any spelling of its address, and compares passwords in NFC", async () => {
  await app.addPerson({ email: "Şükrü.Örnek@mizan.example", password: "kalın bir kitabın güzü".normalize("NFC") });
  const { user_email } = await app.enter(
    "  şükrü.örnek@MIZAN.example ".normalize("NFD"),
    "kalın bir kitabın güzü".normalize("NFD"),
  );
  expect(user_email).toBe("Şükrü.Örnek@mizan.example");
});

test("creates a new token of 256 bits at each sign-in and stores only its SHA-256", async () => {
  const { userId } = await app.addPerson({ email: "two@mizan.example", password });
  const tokens = [await app.enter("two@mizan.example", password), await app.enter("two@mizan.example", password)];
  const [first, second] = tokens.map(({ accessToken }) => accessToken);
  expect(first).not.toBe(second);

  const rows = await read(
    sql`select encode(token_hash, 'hex') as hash, sessions::text as whole from sessions where user_id = ${userId}`,
  );
  const hashes = await Promise.all([first, second].map(sha256Hex));
  expect(new Set(rows.map(({ hash }) => hash))).toEqual(new Set(hashes));
  expect(JSON.stringify(rows)).not.toContain(first);
});

test("refuses alike, with the same work, an unknown address, a wrong password, no password and a disabled account", async () => {
  await app.addPerson({ email: "known@mizan.example", password });
  await app.addPerson({ email: "linkonly@mizan.example" });
  const disabled = await app.addPerson({ email: "gone@mizan.example", password });
  await app.db.execute(sql`update users set status = 'disabled' where id = ${disabled.userId}`);
  const tries = [
    ["nobody@mizan.example", password],
    ["known@mizan.example", "something else entirely"],
    ["linkonly@mizan.example", password],
    ["gone@mizan.example", password],
  ] as const;
  const seen = [];
  for (const [email, tried] of tries) {
    app.hashing.verified = 0;
    app.hashing.hashed = 0;
    const audited = await count(sql`select count(*)::int as count from audit_log`);
    const response = await app.anonymous(post("/api/mt_auth/signinInt", { mt_email: email, mt_password: tried }));
    const { requestId: _, ...answer } = (await response.json()) as { requestId: string };
    const rows = (await count(sql`select count(*)::int as count from audit_log`)) - audited;
    seen.push({ status: response.status, answer, ...app.hashing, rows });
  }
  expect(seen[0]).toMatchObject({ status: 401, verified: 1, hashed: 0, rows: 1 });
  expect(seen[0]?.answer).toMatchObject({
    code: "sign_in_failed",
    message: "Incorrect email or password.",
  });
  for (const other of seen) expect(other).toEqual(seen[0]);
});

test("logs sign-in, failed sign-in of an account, and sign-out", async () => {
  const { userId } = await app.addPerson({ email: "kept@mizan.example", password, name: "李明 示例" });
  await refusalOf(app.enter("kept@mizan.example", "not that one"));
  const transport = await app.transportOf("kept@mizan.example", password, { address: "198.51.100.4" });
  await call(transport, session.signOut, {});

  const rows = await read(
    sql`select action, actor_type, actor_name, address from audit_log where resource_id = ${userId} order by id`,
  );
  expect(rows).toEqual([
    { action: "sign_in_failed", actor_type: "system", actor_name: "Mizan", address: "192.0.2.1" },
    { action: "sign_in", actor_type: "user", actor_name: "李明 示例", address: "198.51.100.4" },
    { action: "sign_out", actor_type: "user", actor_name: "李明 示例", address: "198.51.100.4" },
  ]);
});

test("rehashes a password at sign-in if its cost is outdated", async () => {
  const { userId } = await app.addPerson({ email: "old@mizan.example", password });
  await app.db.execute(sql`update users set password_hash = ${outdatedHash(password)} where id = ${userId}`);
  await app.enter("old@mizan.example", password);
  expect(await read(sql`select password_hash from users where id = ${userId}`)).toEqual([
    { password_hash: fakeHash(password) },
  ]);
});

test("validates its input and never fails because of it", async () => {
  const bodies = [
    {},
    { mt_email: "ab", mt_password: "xy" },
    { mt_email: "abc", mt_password: "x" },
    { mt_email: "a\u0000bc", mt_password: "xyz" },
    { mt_email: ["abc"], mt_password: { $ne: "" } },
    { mt_email: "a".repeat(255), mt_password: "xyz" },
    { mt_email: "abc@mizan.example", mt_password: "x".repeat(1001) },
    { mt_email: "abc@mizan.example", mt_password: "xyz", device: "short" },
  ];
  for (const body of bodies) {
    const { status } = await app.anonymous(post("/api/mt_auth/signinInt", body));
    expect({ body, status }).toEqual({ body, status: 422 });
  }
  const brokenText = { mt_email: "abc@mizan.example", mt_password: "\ud800\u0000\u202e" };
  expect((await app.anonymous(post("/api/mt_auth/signinInt", brokenText))).status).toBe(422);
});

test("signs out immediately, by GET as the original does and by POST, and only this session", async () => {
  await app.addPerson({ email: "out@mizan.example", password });
  for (const signOut of [session.signOut, session.signOutByPost]) {
    const [one, two] = [
      await app.transportOf("out@mizan.example", password),
      await app.transportOf("out@mizan.example", password),
    ];
    expect(await call(one, signOut, {})).toEqual({ message: "You’re signed out." });
    expect(await refusalOf(call(one, session.readPerson, {}))).toMatchObject({
      code: "invalid_token",
      message: "Invalid access_token",
    });
    expect(await call(two, session.readPerson, {})).toMatchObject({ email: "out@mizan.example" });
  }
  expect(await refusalOf(call(app.anonymous, session.signOut, {}))).toMatchObject({
    status: 401,
    code: "token_missing",
  });
});

test("lists the user's own sessions and ends one, but no other user's", async () => {
  await app.addPerson({ email: "lists@mizan.example", password });
  await app.addPerson({ email: "other@mizan.example", password });
  const here = await app.transportOf("lists@mizan.example", password, { address: "198.51.100.1" });
  app.clock.advance(minuteMs);
  const there = await app.transportOf("lists@mizan.example", password, { address: "198.51.100.2" });
  const outsider = await app.transportOf("other@mizan.example", password);

  const { rows } = await call(here, session.listOwn, {});
  expect(rows.map(({ address, isCurrent }) => ({ address, isCurrent }))).toEqual([
    { address: "198.51.100.2", isCurrent: false },
    { address: "198.51.100.1", isCurrent: true },
  ]);
  const [other] = rows;
  expect(await refusalOf(call(outsider, session.endOwn, { sessionId: other!.id }))).toMatchObject({ status: 404 });
  await call(here, session.endOwn, { sessionId: other!.id });
  expect(await refusalOf(call(there, session.readPerson, {}))).toMatchObject({ code: "invalid_token" });
  expect((await call(here, session.listOwn, {})).rows).toHaveLength(1);
});

test("a job deletes expired rows, and no others", async () => {
  await app.addPerson({ email: "cleaned@mizan.example", password });
  await app.enter("cleaned@mizan.example", password);
  await refusalOf(app.enter("cleaned@mizan.example", "not that one"));
  app.clock.advance(8 * 24 * hourMs);
  const fresh = await app.transportOf("cleaned@mizan.example", password);
  await app.runJobs();

  expect(await call(fresh, session.readPerson, {})).toMatchObject({ email: "cleaned@mizan.example" });
  expect(await count(sql`select count(*)::int as count from sessions`)).toBe(1);
  expect(
    await count(sql`select count(*)::int as count from attempts where window_ends_at <= ${app.clock.now}::timestamptz`),
  ).toBe(0);
  await app.enter("cleaned@mizan.example", password);
  await app.enter("cleaned@mizan.example", password);
  expect(await count(sql`select count(*)::int as count from jobs`)).toBe(1);
});

const post = (path: string, body: unknown) =>
  new Request(new URL(path, "https://mizan.test"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const read = async (query: ReturnType<typeof sql>) =>
  ((await app.db.execute(query)) as { rows: Record<string, unknown>[] }).rows;
const count = async (query: ReturnType<typeof sql>) => Number((await read(query))[0]?.count);

async function sha256Hex(text: string | undefined): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}
