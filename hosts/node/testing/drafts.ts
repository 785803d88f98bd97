import { sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";

const sliceRows = 2000;

/** Drafts of so many brands, `brand 1` and so on, and no other brand. */
export async function makeDrafts(db: Db, count: number): Promise<void> {
  // In slices, as no statement may take longer than 3.5 s.
  const oldest = sql`delete from brands where id in (select id from brands limit ${sliceRows}::int) returning id`;
  while ((await rowsOf(db, oldest)).length > 0);
  for (let first = 1; first <= count; first += sliceRows)
    await db.execute(sql`
      insert into brands (id, name, sort_key, words, name_key, name_i18n, alternative_names, is_muslim_owned, story_i18n,
                          country, contact_email, status, version, created_at, updated_at)
      select gen_random_uuid(), name, name, name, name, '{}', '{}', 'undeclared', '{}', 'GB', 'brand@example.com',
             'draft', 1, now(), now()
        from generate_series(${first}::int, least(${first + sliceRows - 1}::int, ${count}::int)) as number,
             lateral (select 'brand ' || number as name) as named`);
}
