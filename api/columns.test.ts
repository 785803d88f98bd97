import { eq, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { instantColumn } from "#api/columns.ts";
import { openTestDatabase } from "#api/testing/testDatabase.ts";

const events = pgTable("events", { name: text().notNull(), at: instantColumn().notNull() });

test("an instant is read as it was written, to the millisecond, whatever its time zone", async () => {
  const database = await openTestDatabase();
  await database.db.execute(sql`create table events (name text, at timestamptz(3))`);
  const instants = [
    "2026-11-20T09:00:00.000Z",
    "2026-11-20T09:00:00.100Z",
    "2026-11-20T09:00:00.120Z",
    "2026-11-20T09:00:00.123Z",
    "1899-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
  ];
  await database.db.insert(events).values(instants.map((at) => ({ name: at, at })));
  await database.db.insert(events).values({ name: "2026-11-20T06:00:00.000Z", at: "2026-11-20T09:00:00+03:00" });
  const rows = await database.db.select().from(events);
  await database.close();
  expect(rows).toHaveLength(8);
  for (const { name, at } of rows) expect(at).toBe(name);
});

test("a table that two features declare has the columns of both, whichever is loaded first", async () => {
  const database = await openTestDatabase();
  const first = pgTable("journeys", { origin: text().notNull() });
  const second = pgTable("journeys", { origin: text().notNull(), destination: text().notNull() });
  await database.db.execute(sql`create table journeys (origin text, destination text)`);
  await database.db.select().from(first).where(eq(first.origin, "Kuala Lumpur"));
  await database.db.insert(second).values({ origin: "Kuala Lumpur", destination: "London" });
  const rows = await database.db.select().from(second).where(eq(second.destination, "London"));
  await database.close();
  expect(rows).toEqual([{ origin: "Kuala Lumpur", destination: "London" }]);
});
