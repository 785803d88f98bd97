import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { expect, test } from "vitest";
import type { Db } from "#api/context.ts";
import { fillSampleDatabase } from "#hosts/browser/sampleDatabase.ts";
import { moveSampleDates } from "#hosts/browser/sampleDates.ts";

const madeAt = "2026-01-10T08:00:00.000Z";
const dated = `
  select name as what, at from house_facts
  union all select name, created_at from brands
  union all select email, created_at from users
  union all select resource_id, at from audit_log
   order by what, at`;
type Dated = { what: string; at: Date };

test("whoever comes weeks after the site was built finds rows as if they were made that day", async () => {
  const pglite = await PGlite.create({ extensions: { pg_trgm } });
  const db = drizzle(pglite) as unknown as Db;
  await fillSampleDatabase(pglite, madeAt);
  const read = async () => (await pglite.query<Dated>(dated)).rows;
  const before = await read();
  expect(new Set(before.map(({ what }) => what))).toContain("demo@mizan.example");

  // Not yet another day, by a second.
  await moveSampleDates(db, "2026-01-11T07:59:59.000Z");
  expect(await read()).toEqual(before);

  await moveSampleDates(db, "2026-03-05T09:30:00.000Z");
  const moved = before.map(({ what, at }) => ({ what, at: new Date(at.getTime() + 54 * 86_400_000) }));
  expect(await read()).toEqual(moved);

  // What keeps a log from being changed is in force again.
  const { rows } = await pglite.query("show session_replication_role");
  expect(rows).toEqual([{ session_replication_role: "origin" }]);
  await pglite.close();
}, 60_000);
