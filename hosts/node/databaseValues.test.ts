import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Db } from "#api/context.ts";
import { openTestDatabase, rowsOf } from "#api/testing/testDatabase.ts";
import { pgliteDb } from "#hosts/node/pglite.ts";

const database = await openTestDatabase();
const pglite = await PGlite.create();
afterAll(() => Promise.all([database.close(), pglite.close()]));
const drivers: [string, Db][] = [
  ["pg", database.db],
  ["PGlite", pgliteDb(pglite)],
];

/** The table in the docstring of readValuesAsPgliteDoes, value by value. */
const values: [string, unknown][] = [
  ["7::int2", 7],
  ["7::int4", 7],
  ["7::oid", 7],
  ["1.5::float4", 1.5],
  ["'NaN'::float8", Number.NaN],
  ["0::int8", 0],
  ["9007199254740991::int8", 9_007_199_254_740_991],
  ["9007199254740992::int8", 9_007_199_254_740_992n],
  ["-9007199254740993::int8", -9_007_199_254_740_993n],
  ["count(*)", 1],
  ["12.50::numeric", "12.50"],
  ["sum(1::int8)", "1"],
  ["true", true],
  [`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
  ["'null'::json", null],
  ["date '2024-02-29'", "2024-02-29"],
  ["time '10:00'", "10:00:00"],
  ["timestamp '2024-02-29 10:00:00.5'", "2024-02-29 10:00:00.5"],
  ["timestamptz '2024-02-29 10:00+03'", "2024-02-29 07:00:00+00"],
  ["interval '1 day 2 hours'", "1 day 02:00:00"],
  ["'حلال'::text", "حلال"],
  ["'00000000-0000-0000-0000-000000000001'::uuid", "00000000-0000-0000-0000-000000000001"],
  ["'{}'::text[]", []],
  [`array['a', 'b,"c"', null]`, ["a", 'b,"c"', null]],
  ["array[1, null, -9007199254740993]::int8[]", [1, null, -9_007_199_254_740_993n]],
  [
    "array[[1, 2], [3, 4]]::int8[]",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["array[true, false]", [true, false]],
  ["array[1.5]::numeric[]", "{1.5}"],
  ["null::int8", null],
];

for (const [driver, db] of drivers) {
  test.each(values)(`${driver} reads %s as documented`, async (expression, expected) => {
    const [row] = await rowsOf<{ value: unknown }>(db, sql.raw(`select ${expression} as value`));
    expect(row?.value).toEqual(expected);
  });

  test(`${driver} reads bytea as bytes`, async () => {
    const [row] = await rowsOf<{ value: Uint8Array }>(db, sql`select '\\x00ff'::bytea as value`);
    expect(row?.value).toBeInstanceOf(Uint8Array);
    expect([...(row?.value ?? [])]).toEqual([0, 255]);
  });
}
