import type { Field } from "#base/records/fields.ts";
import { countryName, formatDate, formatNumber } from "#web/formats.ts";
import type { CellContext } from "#web/list/defineList.ts";
import { formatBps } from "#web/record/formatBps.ts";

export const plainText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const isTime = (value: unknown): value is string => typeof value === "string" && !Number.isNaN(Date.parse(value));

/** A value as a list cell shows it. */
export function cellText(field: Field<unknown> | undefined, name: string, value: unknown, context: CellContext) {
  const { language, t } = context;
  if (value === null || value === undefined) return null;
  if (field?.kind === "choice" || name === "status") return t(`${name}.${plainText(value)}`);
  if (field?.kind === "percent") return formatBps(language, value as number);
  // The log has a mark in place of a personal value.
  if (field?.kind === "date" && isTime(value)) return formatDate(language, value);
  if (field?.kind === "country") return countryName(language, plainText(value));
  return typeof value === "number" ? formatNumber(language, value) : plainText(value);
}
