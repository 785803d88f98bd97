import { customType } from "drizzle-orm/pg-core";
import type { Instant } from "#base/time.ts";

/** `timestamptz` as an ISO 8601 string in UTC, the same on every engine and driver. */
export const instantColumn = customType<{ data: Instant; driverData: string | Date }>({
  dataType: () => "timestamptz(3)",
  fromDriver: (value) => new Date(value).toISOString(),
});
