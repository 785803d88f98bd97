import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { seedOnce } from "#api/seed.ts";
import { testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { features } from "#features/api.ts";

const app = await testApi(features);
afterAll(() => app.close());

test("the sample data has products at every active retailer, and some that wait for a certificate", async () => {
  await seedOnce(app.api.systemContext(), features);
  const rows = await rowsOf<{ name: string; active: number; proposed: number }>(
    app.db,
    sql`select retailers.trading_name as name,
               count(assignments.id) filter (where assignments.status = 'active')::int as active,
               count(assignments.id) filter (where assignments.status = 'proposed')::int as proposed
          from retailers left join assignments on assignments.retailer_id = retailers.id
         where retailers.status = 'active' group by retailers.id order by retailers.number`,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ active, proposed }) => active + proposed === 0)).toEqual([]);
  expect(rows.reduce((sum, { active }) => sum + active, 0)).toBeGreaterThan(40);
  // No promoted sample assignment may lack what promotion requires.
  const [{ wrong }] = (await rowsOf<{ wrong: number }>(
    app.db,
    sql`select count(*)::int as wrong
          from assignments
         cross join lateral promotion_findings(product_id, retailer_id, ${app.clock.now}::timestamptz, location_id) as finding
         where status = 'active' and finding.is_blocking`,
  )) as [{ wrong: number }];
  expect(wrong).toBe(0);
});
