import { dayIn } from "#base/days.ts";
import { lastValidDay } from "#base/expiry.ts";
import { type Assignment, FindingReason } from "#features/retail/assignments/contract/rows.ts";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { useCauseTexts } from "#features/retail/assignments/web/useCauseTexts.ts";
import { formatDate } from "#web/formats.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Labels of the fields of an assignment and texts of their values, for its history. The record has the currency. */
export function useAssignmentFormatters(assignment: Assignment | null, timezone: string | null): FieldFormatters {
  const t = useMessages("assignments");
  const recordMessages = useMessages("record");
  const language = useLanguage();
  const { money, figure } = useAssignTexts();
  const { reasonText } = useCauseTexts();
  const currency = assignment?.currency ?? assignment?.price?.currency ?? null;
  /** The first and the last day, in the retailer's time zone. */
  const dayText = (path: string, at: string) => {
    const zone = timezone ?? "UTC";
    return formatDate(language, path === "endsAt" ? lastValidDay(at, zone) : dayIn(at, zone));
  };
  const wordOf = (path: string, value: string): string => {
    if (path === "status") return t(`status.${value}`, { defaultValue: value });
    if (path === "stockStatus") return t(`stock.${value}`, { defaultValue: value });
    if (path === "cashbackMode") return t(`modes.${value}`, { defaultValue: value });
    if (path === "pauseSource") return t(`pauseSources.${value}`, { defaultValue: value });
    const rule = path === "pauseReason" ? FindingReason.safeParse(value).data : undefined;
    if (rule !== undefined) return t(`plainReasons.${rule}`);
    if (path === "locationId") return assignment?.location?.name ?? value;
    return /^\d{4}-\d\d-\d\dT/.test(value) ? dayText(path, value) : value;
  };
  return {
    labelOf: (path) => t(`fields.${path}`, { defaultValue: path }),
    textOf: (path, value) => {
      if (value === null || value === undefined || value === "") return recordMessages("empty");
      if (typeof value === "string") return wordOf(path, value);
      if (typeof value !== "number") return JSON.stringify(value);
      if (path.endsWith("Minor") && currency !== null) return money(value, currency);
      return path === "cashbackBps" ? `\u2066${figure(value / 100)}%\u2069` : figure(value);
    },
    reasonOf: reasonText,
  };
}
