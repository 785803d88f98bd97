import type { PgColumn } from "drizzle-orm/pg-core";
import { commonRefusals } from "#base/refusal.ts";
import { instant } from "#base/time.ts";

/** A position in an ordered list: next to the row with these values in the columns of the order. */
export type Cursor = {
  readonly towards: "next" | "previous";
  readonly key: readonly string[];
};

/** The order of the list when the cursor was created. In another order it would mean nothing. */
type Order = { readonly sort: string; readonly direction: "asc" | "desc"; readonly columns: readonly PgColumn[] };

export const encodeCursor = ({ sort, direction }: Order, { towards, key }: Cursor): string =>
  encodeBase64Url(JSON.stringify([sort, direction, towards, ...key]));

/**
 * A cursor comes from outside: one that was not created here is refused with `invalid_cursor` and reaches no statement.
 */
export function decodeCursor(text: string, { sort, direction, columns }: Order): Cursor {
  const [cursorSort, cursorDirection, towards, ...key] = parseTexts(text);
  const isOurs =
    cursorSort === sort &&
    cursorDirection === direction &&
    (towards === "next" || towards === "previous") &&
    key.length === columns.length &&
    columns.every((column, place) => isValueOf(column, key[place]!));
  if (!isOurs) throw commonRefusals.invalid_cursor();
  return { towards, key };
}

/** Whether PostgreSQL can cast the text to the column's type. Only what `encodeCursor` writes needs to pass. */
function isValueOf(column: PgColumn, value: string): boolean {
  const type = column.getSQLType().replace(/\(.*\)$/, "");
  const isValue = checksByType[type];
  if (isValue === undefined) throw new Error(`a list cannot be ordered by ${column.name}, which is of type ${type}`);
  return isValue(value);
}

const isText = (value: string) => !value.includes("\0");
const isInteger = (bound: bigint) => (value: string) =>
  /^-?\d{1,19}$/.test(value) && BigInt(value) >= -bound && BigInt(value) < bound;
// PostgreSQL knows no year 0, and JavaScript writes years above 9999 in another form.
const isInstant = (value: string) =>
  /^(?!0000)\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  instant(Date.parse(value)) === value;

const checksByType: Readonly<Record<string, (value: string) => boolean>> = {
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  text: isText,
  varchar: isText,
  integer: isInteger(2n ** 31n),
  bigint: isInteger(2n ** 63n),
  date: (value) => isInstant(`${value}T00:00:00.000Z`),
  timestamptz: isInstant,
};

function parseTexts(text: string): string[] {
  try {
    const parts: unknown = JSON.parse(decodeBase64Url(text));
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

const encodeBase64Url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const decodeBase64Url = (text: string) =>
  new TextDecoder("utf-8", { fatal: true }).decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)),
  );
