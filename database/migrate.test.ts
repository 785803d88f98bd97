import { sql } from "drizzle-orm";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { market } from "#api/testing/catalogueFactory.ts";
import { openTestDatabase, rowsOf } from "#api/testing/testDatabase.ts";
import { isCurrent, type Migration, migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";

// Migrations that the next build could add after those of this build.
const notes = {
  name: "9001_notes.sql",
  sql: "create table notes (id int primary key);\ninsert into notes values (1);",
};
const more = { name: "9002_more.sql", sql: "insert into notes values (2)" };
const next = [...migrations, notes, more];
const noteIds = sql`select id from notes order by id`;

async function openMigrated() {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  return db;
}

test("applies what is missing, in order, and nothing the second time", async () => {
  const db = await openMigrated();
  expect(await isCurrent(db, next)).toBe(false);
  expect(await migrate(db, next)).toEqual(["9001_notes.sql", "9002_more.sql"]);
  expect(await isCurrent(db, next)).toBe(true);
  expect(await migrate(db, next)).toEqual([]);
  expect(await rowsOf(db, noteIds)).toEqual([{ id: 1 }, { id: 2 }]);
});

test("eight simultaneous processes apply each migration once", async () => {
  const db = await openMigrated();
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(db, next)));
  expect(applied.flat().sort()).toEqual(["9001_notes.sql", "9002_more.sql"]);
  expect(await rowsOf(db, noteIds)).toEqual([{ id: 1 }, { id: 2 }]);
});

test("rolls back one that fails, and names the line", async () => {
  const db = await openMigrated();
  const slip = { name: "9002_slip.sql", sql: "insert into notes values (2);\n\ninsert into nowhere values (3);" };
  const reason = 'migration 9002_slip.sql, line 3, failed: relation "nowhere" does not exist';
  await expect(migrate(db, [...migrations, notes, slip])).rejects.toThrow(reason);
  expect(await rowsOf(db, noteIds)).toEqual([{ id: 1 }]);
  expect(await isCurrent(db, [...migrations, notes])).toBe(true);
  expect(await isCurrent(db, [...migrations, notes, slip])).toBe(false);
});

/** A database with the migrations before this one. */
async function openBefore(migration: string) {
  const db = await openMigrated();
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  await migrate(
    db,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === migration),
    ),
  );
  return db;
}

test("unlinks certificate lines that disagree with their product, and keeps their former product", async () => {
  const db = await openBefore("0043_catalogue_links.sql");
  const rows = market(db);
  const [own, other] = [await rows.brand(), await rows.brand()];
  // The column was added later.
  const body = await rows.body({ status_changed_at: undefined });
  const [numbered, foreign, bare] = [
    await rows.product({ brand_id: own, gtin: "09521000000018", status: "draft" }),
    await rows.product({ brand_id: other, status: "draft" }),
    await rows.product({ brand_id: own, gtin: null, no_barcode_reason: "Sold by weight", status: "draft" }),
  ];
  const held = await rows.certificate({ body_id: body, holder_type: "brand", holder_brand_id: own });
  const outside = await rows.certificate({ body_id: body });
  const lines: [certificate: string, product: string, values: Record<string, unknown>, outcome: string | null][] = [
    [held, numbered, { gtin: "09521000000018" }, null],
    [held, foreign, {}, "brand"],
    [held, bare, { gtin: "09521000000025" }, "gtin"],
    [outside, numbered, { gtin: "09521000000025" }, "gtin"],
    [outside, foreign, {}, null],
    [outside, bare, { gtin: "09521000000025", status: "removed", removed_at: "2026-01-01T00:00:00Z" }, null],
  ];
  const ids = [];
  for (const [certificate, product, values] of lines) ids.push(await rows.line(certificate, product, values));
  await migrate(db, migrations);
  const found = await rowsOf<Record<string, string | null>>(
    db,
    sql`select id, product_id as product, former_product_id as former, unlinked_because as because
          from certificate_products`,
  );
  const byId = new Map(found.map(({ id, ...line }) => [id, line]));
  expect(ids.map((id) => byId.get(id))).toEqual(
    lines.map(([, product, , because]) =>
      because === null ? { product, former: null, because: null } : { product: null, former: product, because },
    ),
  );
});

test("gives existing brands their own addresses", async () => {
  const db = await openBefore("0035_brand_addresses.sql");
  await db.execute(sql`
    insert into brands (id, name, name_key, sort_key, name_i18n, words, status, created_at, updated_at)
    select md5(key)::uuid, key, key, sort_key, name_i18n::jsonb, key, status, now(), now()
      from (values ('Old Noor', 'noor 3', '{}', 'archived'), ('Noor', 'noor', '{}', 'draft'), ('Noor 3', 'noor 3', '{}', 'draft'),
                   ('Nóór', 'noor', '{}', 'draft'), ('نور', 'نور', '{"en": "Light & Co"}', 'draft'), ('光', '光', '{}', 'draft')
           ) as given (key, sort_key, name_i18n, status)`);
  await migrate(db, migrations);
  expect(await rowsOf(db, sql`select name, slug from brands order by number`)).toEqual([
    { name: "Old Noor", slug: "noor-3" },
    { name: "Noor", slug: "noor" },
    { name: "Noor 3", slug: "noor-3" },
    { name: "Nóór", slug: "noor-4" },
    { name: "نور", slug: "light-co" },
    { name: "光", slug: "br-00006" },
  ]);
});

test("gives existing events and deliveries a position in order, and continues from there", async () => {
  const db = await openMigrated();
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  const at = migrations.findIndex(({ name }) => name === "0040_delivery_order.sql");
  await migrate(db, migrations.slice(0, at));
  const event = (type: string, second: number) => sql`
    insert into outbox_events (id, type, resource, resource_id, occurred_at, payload)
    values (md5(${type})::uuid, ${type}, 'certificates', 'a', ${`2026-11-20T09:00:0${second}Z`}::timestamptz, '{}')`;
  await db.execute(event("certificate.reinstated", 2));
  await db.execute(event("certificate.suspended", 1));
  await db.execute(sql`
    insert into webhook_endpoints (id, title, url, types, status, sealed_secret, sort_key, search_key, created_at, updated_at)
    values (md5('endpoint')::uuid, 'Shop', 'https://shop.example/', '{certificate.suspended}', 'active', '\\x00', 's', 's', now(), now())`);
  await db.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, type, status, next_attempt_at, created_at)
    select gen_random_uuid(), md5('endpoint')::uuid, id, type, 'waiting', now(), now() from outbox_events`);
  await migrate(db, migrations);
  await db.execute(event("certificate.withdrawn", 3));
  expect(await rowsOf(db, sql`select type, position::int from outbox_events order by position`)).toEqual([
    { type: "certificate.suspended", position: 1 },
    { type: "certificate.reinstated", position: 2 },
    { type: "certificate.withdrawn", position: 3 },
  ]);
  const deliveries = sql`select type, resource, resource_id, position::int from webhook_deliveries order by position`;
  expect(await rowsOf(db, deliveries)).toEqual([
    { type: "certificate.suspended", resource: "certificates", resource_id: "a", position: 1 },
    { type: "certificate.reinstated", resource: "certificates", resource_id: "a", position: 2 },
  ]);
});

test("lets only deciders lift existing suspensions, and finds who submitted the records under review", async () => {
  const db = await openMigrated();
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  const at = migrations.findIndex(({ name }) => name === "0041_decisions.sql");
  await migrate(db, migrations.slice(0, at));
  await db.execute(sql`
    insert into brands (id, name, name_key, sort_key, words, status, status_reason, country, contact_email,
                        created_at, created_by, updated_at)
    select md5(key)::uuid, key, key, key, key, status, reason, 'AE', 'a@noor.example', now(), md5('maker')::uuid, now()
      from (values ('draft', 'draft', null), ('waiting', 'submitted', null), ('stopped', 'suspended', 'Recall'))
           as given (key, status, reason)`);
  await db.execute(sql`
    insert into audit_log (at, actor_type, actor_id, actor_name, request_id, address, user_agent, action, resource,
                           resource_id, changes)
    values (now(), 'user', md5('submitter')::uuid, 'Submitter', 'r', '', '', 'submit', 'brands', md5('waiting')::uuid::text, '{}')`);
  await migrate(db, migrations);
  const reported = sql`
    select name, is_status_locked as locked, submitted_by = md5('submitter')::uuid as submitted from brands order by number`;
  expect(await rowsOf(db, reported)).toEqual([
    { name: "draft", locked: false, submitted: null },
    { name: "waiting", locked: false, submitted: true },
    { name: "stopped", locked: true, submitted: null },
  ]);
  const scoped = sql`select code from roles where array_to_string(grants, ' ') like '%.setTerms%'`;
  expect(await rowsOf(db, scoped)).toEqual([{ code: "staff" }]);
});

test("gives markets with recognitions a list, even if all have lapsed, and other markets none", async () => {
  const db = await openMigrated();
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  const at = migrations.findIndex(({ name }) => name === "0046_halal_evidence.sql");
  await migrate(db, migrations.slice(0, at));
  await db.execute(sql`
    insert into certifying_bodies (id, acronym, name, sort_key, country, kind, status, words, created_at, updated_at)
    values (md5('a')::uuid, 'A', 'Body A', 'a', 'GB', 'ngo', 'active', 'a', '2026-01-01', '2026-02-01')`);
  await db.execute(sql`
    insert into body_recognitions (id, market, body_id, recognised_by, valid_to, created_at)
    values (md5('1')::uuid, 'NZ', md5('a')::uuid, 'Authority', '2026-01-31', '2026-01-01T12:00:00Z'),
           (md5('2')::uuid, 'MY', md5('a')::uuid, 'Authority', null, '2026-01-02T12:00:00Z')`);
  await db.execute(sql`
    insert into recognition_policies (market, policy, updated_at) values ('MY', 'warn', now()), ('FR', 'warn', now())`);
  await db.execute(sql`
    insert into certificates (id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_name, issued_on,
                              valid_from, review_due_on, validity_basis, timezone, state, state_changed_at, verified_at, verified_by,
                              ends_key, sort_key, words, created_at, updated_at)
    values (md5('c')::uuid, md5('a')::uuid, '1', '1', 'product', 'external', 'Holder', '2026-01-01', '2026-01-01', '2026-06-30',
            'open_ended', 'Asia/Jakarta', 'verified', now(), now(), md5('u')::uuid, now(), '1', '1', now(), now())`);
  await migrate(db, migrations);
  const decided = sql`
    select market, policy, unknown_policy, has_list, list_decided_on::text as on, list_source is not null as is_sourced
      from recognition_policies order by market`;
  const undecided = { unknown_policy: "warn", has_list: null, on: null, is_sourced: false };
  expect(await rowsOf(db, decided)).toEqual([
    { market: "FR", policy: "warn", ...undecided },
    { market: "MY", policy: "warn", unknown_policy: "warn", has_list: true, on: "2026-01-02", is_sourced: true },
    { market: "NZ", policy: "block", unknown_policy: "warn", has_list: true, on: "2026-01-01", is_sourced: true },
  ]);
  const recognition = async (country: string) =>
    (await rowsOf(db, sql`select body_recognition(md5('a')::uuid, ${country}, '2026-11-20') as is`))[0];
  expect([await recognition("MY"), await recognition("NZ"), await recognition("FR")]).toEqual([
    { is: "recognised" },
    { is: "not_recognised" },
    { is: "unknown" },
  ]);
  const dueAt = sql`select to_char(review_due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as due from certificates`;
  expect(await rowsOf(db, dueAt)).toEqual([{ due: "2026-06-30 17:00" }]);
});

test("runs functions whose bodies contain quotes of any kind", async () => {
  const db = await openMigrated();
  const quoted = {
    name: "9001_quoted.sql",
    sql: `create function one() returns text language plpgsql as $migration$ begin return $$it's ; 1$$; end $migration$;
          create function two() returns text language sql as 'select one()'; -- a comment; with a semicolon`,
  };
  await migrate(db, [...migrations, quoted]);
  expect(await rowsOf(db, sql`select two() as two`)).toEqual([{ two: "it's ; 1" }]);
});

describe("when all migrations are applied", async () => {
  const { db, close } = await openTestDatabase();
  afterAll(close);
  await migrate(db, next);

  test("refuses one that was changed since", async () => {
    const changed = [...migrations, { ...notes, sql: `${notes.sql} ` }, more];
    await expect(migrate(db, changed)).rejects.toThrow("9001_notes.sql has changed since it was applied");
  });

  test("accepts the same text with Windows line ends", async () => {
    const windows = [...migrations, { ...notes, sql: notes.sql.replaceAll("\n", "\r\n") }, more];
    expect(await migrate(db, windows)).toEqual([]);
  });

  test("an older build is refused at its start, but not while it is running", async () => {
    await expect(migrate(db, migrations)).rejects.toThrow("holds migration 9001_notes.sql, which this version");
    expect(await isCurrent(db, migrations)).toBe(true);
  });

  test("refuses one that would come before an applied one", async () => {
    const late: Migration = { name: "9000_late.sql", sql: "select 1" };
    await expect(migrate(db, [...migrations, late, notes, more])).rejects.toThrow(
      "9000_late.sql comes before 9002_more.sql",
    );
  });

  test.each([["1_short.sql"], ["0001_Upper.sql"], ["0001_name.txt"]])("refuses the name %s", async (name) => {
    await expect(migrate(db, [{ name, sql: "" }])).rejects.toThrow("is not named like 0001_name.sql");
  });

  test("refuses two with the same number", async () => {
    const twice = ["0001_one.sql", "0001_two.sql"].map((name) => ({ name, sql: "" }));
    await expect(migrate(db, twice)).rejects.toThrow("0001_two.sql is out of order");
  });
});
