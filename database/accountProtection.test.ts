import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase, rowsOf } from "#api/testing/testDatabase.ts";
import { emailKey } from "#base/emailAddress.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";

// What migration 0042 does to existing accounts (docs/decisions/0048, 0049).

const place = migrations.findIndex(({ name }) => name.startsWith("0042_"));
const upTo = migrations.slice(0, place + 1);

type Earlier = { readonly email: string; readonly status?: string; readonly confirmed?: string };

/** A database of the release before, with these accounts. */
async function openEarlier(accounts: readonly Earlier[]) {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  await migrate(db, migrations.slice(0, place));
  for (const { email, status = "active", confirmed = "2026-01-01" } of accounts) {
    const key = email.normalize("NFC").toLowerCase();
    await db.execute(sql`
      insert into users (id, category_id, name, email, email_key, sort_key, search_key, status, password_hash,
                         email_confirmed_at, created_at, updated_at)
      values (md5(${email})::uuid, 1, 'Somebody', ${email}, ${key}, 'somebody', 'somebody', ${status}, 'hash',
              ${confirmed}::timestamptz, '2026-01-01', '2026-01-01')`);
  }
  return db;
}

test("gives every address the key that the app computes, and voids what an attacker may have set", async () => {
  const spellings = [
    "Plain@Mizan.example",
    "ｆｕｌｌ@Mizan．example",
    "zero\u200Bwidth@mizan.example",
    "dot@mizan.example.",
    "کريم\u064E@مثال.إختبار",
    "نور١@مثال.إختبار",
    "\u0430dmin@mizan.example",
  ];
  const pending: Earlier = { email: "waits@mizan.example", status: "pending", confirmed: "2026-02-01" };
  const db = await openEarlier([...spellings.map((email) => ({ email })), pending]);
  const old = await rowsOf<{ id: string }>(db, sql`select id::text from users where email = 'Plain@Mizan.example'`);
  await db.execute(sql`
    insert into audit_log (at, actor_type, actor_name, action, resource, resource_id, request_id, address, changes)
    values (now() - interval '1 hour', 'system', 'Mizan', 'reset_factors', 'users', ${old[0]!.id}, 'r', '', '{}')`);
  await migrate(db, upTo);
  const rows = await rowsOf<{ email: string; email_key: string }>(db, sql`select email, email_key from users`);
  for (const { email, email_key } of rows) expect(email_key, email).toBe(emailKey(email));
  const kept = sql`select count(*)::int as count from users where password_hash is not null`;
  expect(await rowsOf(db, kept)).toEqual([{ count: spellings.length }]);
  const confirmed = sql`select email from users where email_confirmed_at is not null`;
  expect(await rowsOf(db, confirmed)).toEqual([{ email: "waits@mizan.example" }]);
  const paused = sql`
    select email, approvals_paused_until between now() + interval '22 hours' and now() + interval '24 hours' as is_paused
      from users where approvals_paused_until is not null`;
  expect(await rowsOf(db, paused)).toEqual([{ email: "Plain@Mizan.example", is_paused: true }]);
});

test("stops if two accounts have the same address, and names them", async () => {
  const db = await openEarlier([{ email: "admin@mizan.example" }, { email: "ａdmin@mizan.example" }]);
  await expect(migrate(db, upTo)).rejects.toThrow("admin@mizan.example = ａdmin@mizan.example");
  const kept = sql`select count(*)::int as count from users where password_hash is not null`;
  expect(await rowsOf(db, kept)).toEqual([{ count: 2 }]);
});
