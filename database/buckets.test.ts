import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";

// What docs/decisions/0079 and 0085 promise of tables whose rows can be spread over servers: those with a column `bucket`.

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Primary keys whose bucket doesn't follow from their other columns, and why they are exact all the same. */
const boundElsewhere: Readonly<Record<string, string>> = {
  campaign_counters_pkey: "64 rows of one campaign on purpose: their shares add up to its limit",
};

type Key = {
  readonly table: string;
  readonly name: string;
  readonly isPrimary: boolean;
  readonly columns: readonly string[];
  /** The columns that a CHECK names together with `bucket`. */
  readonly tied: readonly string[];
};

/** The unique keys of all tables with a bucket. An expression has no column's name. */
const readKeys = () =>
  rowsOf<Key>(
    database.db,
    sql`
      select hot.relname as table, key.indexrelid::regclass::text as name, key.indisprimary as "isPrimary",
             (select jsonb_agg(coalesce(attribute.attname, '(expression)') order by part.place)
                from unnest(key.indkey::int2[]) with ordinality as part (attnum, place)
                left join pg_attribute as attribute
                  on attribute.attrelid = hot.oid and attribute.attnum = part.attnum and part.attnum > 0
               where part.place <= key.indnkeyatts) as columns,
             (select coalesce(jsonb_agg(distinct attribute.attname), '[]')
                from pg_constraint as rule
                join pg_attribute as attribute on attribute.attrelid = hot.oid and attribute.attnum = any(rule.conkey)
               where rule.conrelid = hot.oid and rule.contype = 'c' and bucket.attnum = any(rule.conkey)
                 and attribute.attnum <> bucket.attnum) as tied
        from pg_class as hot
        join pg_attribute as bucket on bucket.attrelid = hot.oid and bucket.attname = 'bucket' and not bucket.attisdropped
        join pg_index as key on key.indrelid = hot.oid and key.indisunique
       where hot.relkind in ('r', 'p') and hot.relnamespace = 'public'::regnamespace
       order by 1, 2`,
  );

test("every unique key of a table with a bucket starts with it", async () => {
  const keys = await readKeys();
  expect(keys.length).toBeGreaterThan(9);
  expect(keys.filter(({ columns }) => columns[0] !== "bucket")).toEqual([]);
});

test("the bucket of a primary key follows from its other columns, so that no second row can be in another bucket", async () => {
  const primary = (await readKeys()).filter(({ isPrimary }) => isPrimary);
  const loose = primary.filter(({ columns, tied }) => !columns.some((column) => tied.includes(column)));
  expect(loose.map(({ name }) => name).toSorted()).toEqual(Object.keys(boundElsewhere).toSorted());
});

test("every table with a bucket has a primary key, and no foreign key in either direction", async () => {
  const hot = sql`
    select attribute.attrelid from pg_attribute as attribute
      join pg_class as its on its.oid = attribute.attrelid and its.relkind in ('r', 'p')
     where attribute.attname = 'bucket' and not attribute.attisdropped and its.relnamespace = 'public'::regnamespace`;
  const keyless = await rowsOf(
    database.db,
    sql`select hot.attrelid::regclass::text as table from (${hot}) as hot
         where not exists (select from pg_index as key where key.indrelid = hot.attrelid and key.indisprimary)`,
  );
  const bound = await rowsOf(
    database.db,
    sql`select conname as name from pg_constraint
         where contype = 'f' and (conrelid in (${hot}) or confrelid in (${hot}))`,
  );
  expect({ keyless, bound }).toEqual({ keyless: [], bound: [] });
});
