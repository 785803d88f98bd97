import { types } from "pg";

/**
 * What `db.execute` gives for a column, on both drivers:
 *
 * | PostgreSQL | JavaScript |
 * |---|---|
 * | int2, int4, oid, float4, float8 | number |
 * | int8 | number where it is safe, else bigint |
 * | numeric | string, as no number holds it |
 * | bool | boolean |
 * | json, jsonb | the parsed value |
 * | bytea | Uint8Array |
 * | date, time, timestamp, timestamptz, interval | string as PostgreSQL writes it, in UTC |
 * | text, uuid, enum, and all else | string as PostgreSQL writes it |
 * | arrays | array of the above; of numeric, date, timestamp, timestamptz, interval: the string as a whole |
 *
 * The two still differ in points, circles and arrays of enums: select those as text.
 * Drizzle's own columns have their `mode` and are not touched by this. PGlite reads so by itself. `pg` keeps its readers
 * in one place for the whole process, and Drizzle looks them up there, so that is where ours go.
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

/** `{{1,NULL},{3,4}}`: JSON but for the signs, and for numbers that JSON would round. */
function readInt8Array(text: string): unknown {
  const signs: Readonly<Record<string, string>> = { "{": "[", "}": "]", NULL: "null" };
  const json = text.replace(/[{}]|NULL|-?\d+/g, (part) => signs[part] ?? `"${part}"`);
  return JSON.parse(json, (_key, value: unknown) => (typeof value === "string" ? readInt8(value) : value));
}
