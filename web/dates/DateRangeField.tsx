import type { ReactNode } from "react";
import { isDay } from "#base/days.ts";
import { DateField } from "#web/dates/DateField.tsx";
import classes from "#web/dates/DateRangeField.module.css";
import { FieldProblem } from "#web/record/FieldProblem.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Days, or what was typed in their place; null where it is open. */
export type DateRange = { readonly from: string | null; readonly to: string | null };

type DateRangeFieldProps = {
  readonly fromLabel: string;
  readonly toLabel: string;
  readonly value: DateRange;
  readonly onChange: (value: DateRange) => void;
  /** The problem of the last day; by default that it is before the first. */
  readonly error?: ReactNode;
  readonly disabled?: boolean;
};

/** The first and the last day of a period. */
export function DateRangeField({ fromLabel, toLabel, value, onChange, error, disabled = false }: DateRangeFieldProps) {
  const messages = useMessages();
  const { from, to } = value;
  const isTurned = isDay(from) && isDay(to) && to < from;
  return (
    <div className={classes.range}>
      <DateField label={fromLabel} value={from} disabled={disabled} onChange={(day) => onChange({ from: day, to })} />
      <DateField
        label={toLabel}
        value={to}
        min={isDay(from) ? from : null}
        disabled={disabled}
        error={error ?? (isTurned && <FieldProblem>{messages("dates.turned")}</FieldProblem>)}
        onChange={(day) => onChange({ from, to: day })}
      />
    </div>
  );
}
