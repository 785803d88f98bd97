import { types } from "pg";

/**
 * What `db.execute` returns for a column, on both drivers:
 *
 * | PostgreSQL | JavaScript |
 * |---|---|
 * | int2, int4, oid, float4, float8 | number |
 * | int8 | number if it is safe, else bigint |
 * | numeric | string, as a number can't represent it |
 * | bool | boolean |
 * | json, jsonb | the parsed value |
 * | bytea | Uint8Array |
 * | date, time, timestamp, timestamptz, interval | string as PostgreSQL writes it, in UTC |
 * | text, uuid, enum, and everything else | string as PostgreSQL writes it |
 * | arrays | array of the above; of numeric, date, timestamp, timestamptz, interval: the string as a whole |
 *
 * The two still differ in points, circles and arrays of enums: select those as text. Drizzle's own columns have their
 * `mode` and are not affected. PGlite reads values this way by default. `pg` has one set of parsers for the whole
 * process, and Drizzle looks them up there, so ours are registered there.
 */
export function readValuesAsPgliteDoes(): void {
  types.setTypeParser(types.builtins.INT8, readInt8);
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- pg's list of types has no arrays
  types.setTypeParser(int8Array, readInt8Array);
}

// `select typarray from pg_type where typname = 'int8'`.
const int8Array: number = 1016;

function readInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** `{{1,NULL},{3,4}}`: like JSON but for the brackets and NULL, and for numbers that JSON would round. */
function readInt8Array(text: string): unknown {
  const signs: Readonly<Record<string, string>> = { "{": "[", "}": "]", NULL: "null" };
  const json = text.replace(/[{}]|NULL|-?\d+/g, (part) => signs[part] ?? `"${part}"`);
  return JSON.parse(json, (_key, value: unknown) => (typeof value === "string" ? readInt8(value) : value));
}
