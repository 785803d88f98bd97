import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase, rowsOf } from "#api/testing/testDatabase.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";

// What migration 0058 does to existing names.

const place = migrations.findIndex(({ name }) => name.startsWith("0058_"));

test("existing names are found by their first two words without the space between them", async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  await migrate(db, migrations.slice(0, place));
  for (const [name, key] of [
    ["Coca-Cola Zero", "coca cola zero"],
    ["Dates", "dates"],
  ])
    await db.execute(sql`
      insert into brands (id, name, name_key, sort_key, words, status, created_at, updated_at)
      values (md5(${name})::uuid, ${name}, ${key}, ${key}, ${key}, 'draft', '2026-01-01', '2026-01-01')`);
  await migrate(db, migrations.slice(0, place + 1));
  const rows = await rowsOf<{ words: string; version: number }>(
    db,
    sql`select words, version from brands order by sort_key`,
  );
  expect(rows).toEqual([
    { words: "coca cola zero cocacola", version: 1 },
    { words: "dates", version: 1 },
  ]);
});
