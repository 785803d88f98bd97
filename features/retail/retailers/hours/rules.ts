import { isDay } from "#base/days.ts";
import { type OpeningSpan, isOrdered, overlappingSpans } from "#base/openingHours.ts";
import type { FieldError } from "#base/refusal.ts";
import type { Closure } from "#features/retail/retailers/hours/contract.ts";

/** A field passes on what was typed if it is no time. */
const clockTime = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** What is wrong with hours, each at its span: `spans.3.opens`. */
export function hoursErrors(spans: readonly OpeningSpan[]): FieldError[] {
  const found = new Map<string, FieldError>();
  const report = (path: string, code: string, message: string) => {
    if (!found.has(path)) found.set(path, { path, code, message });
  };
  for (const [place, span] of spans.entries()) {
    for (const name of ["opens", "closes"] as const)
      if (!clockTime.test(span[name]))
        report(`spans.${place}.${name}`, "clock_time", "Enter a time, for example 09:30.");
    if (!isOrdered(span))
      report(`spans.${place}.closes`, "closes_before_opening", "Closing time must be after opening time.");
    const isCustom = span.season === "custom";
    const hasDays = isDay(span.validFrom) && isDay(span.validTo) && span.validFrom <= span.validTo;
    const hasNone = span.validFrom === null && span.validTo === null;
    if (isCustom ? !hasDays : !hasNone)
      report(`spans.${place}.validFrom`, "season_days", "Check the first and last day.");
  }
  for (const [, place] of found.size > 0 ? [] : overlappingSpans(spans))
    report(`spans.${place}.opens`, "hours_overlap", "These hours overlap.");
  return [...found.values()];
}

export const closureErrors = (closures: readonly Closure[]): FieldError[] =>
  closures.flatMap((closure, place): FieldError[] => {
    if (closure.kind === "dates")
      return closure.startsOn <= closure.endsOn
        ? []
        : [
            {
              path: `closures.${place}.endsOn`,
              code: "ends_before_start",
              message: "The end can’t be before the start.",
            },
          ];
    return closure.from < closure.to
      ? []
      : [{ path: `closures.${place}.to`, code: "ends_before_start", message: "The end can’t be before the start." }];
  });
