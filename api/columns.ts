import type { GetColumnData } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { customType, type PgColumn } from "drizzle-orm/pg-core";
import type { Instant } from "#base/time.ts";

// Several features declare `users`, each with the columns it needs. drizzle-orm caches column names by table and key,
// from the first declaration it meets, and fails for a column that only another one has. Our names need no conversion.
CasingCache.prototype.getColumnCasing = (column) => column.name;

/** A table's columns by the names of a row's fields. */
export type Columns = Readonly<Record<string, PgColumn>>;
export type RowOf<Shown extends Columns> = { [Name in keyof Shown]: GetColumnData<Shown[Name]> };

/** `bytea`. */
export const bytesColumn = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** `timestamptz` as an ISO 8601 string in UTC, the same on every engine and driver. */
export const instantColumn = customType<{ data: Instant; driverData: string | Date }>({
  dataType: () => "timestamptz(3)",
  fromDriver: (value) => (typeof value === "string" && asWritten.test(value) ? fromWritten(value) : toIso(value)),
});

// PostgreSQL's own form in UTC: `2026-11-20 09:00:00.12+00`. A list page has many of these, and parsing a Date is slow.
const asWritten = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/;
const fromWritten = (value: string): Instant =>
  `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, "0")}Z`;

const toIso = (value: string | Date): Instant => new Date(value).toISOString();
