import { Fragment, type KeyboardEvent, type ReactNode, type Ref } from "react";
import type { Day } from "#base/days.ts";
import classes from "#web/calendar/MonthTable.module.css";
import { weeksOf } from "#web/calendar/month.ts";
import { formatMonth, formatWeekday } from "#web/formats.ts";
import { useLanguage } from "#web/useMessages.ts";

type MonthTableProps = {
  /** Any day of the month to show. */
  readonly month: Day;
  /** Use `table` to read only; in a `grid` the arrow keys move between days. */
  readonly role: "grid" | "table";
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The cell of a day. */
  readonly children: (day: Day) => ReactNode;
};

/** A month below the names of its weekdays. The first weekday depends on the language. */
export function MonthTable({ month, role, className = "", children, ...events }: MonthTableProps) {
  const language = useLanguage();
  const weeks = weeksOf(language, month);
  return (
    <div {...events} role={role} aria-label={formatMonth(language, month)} className={className}>
      <div role="row" className={classes.week}>
        {weeks[0]!.map((day) => (
          <span key={day} role="columnheader" className={classes.weekday}>
            {formatWeekday(language, day)}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className={classes.week}>
          {week.map((day) => (
            <Fragment key={day}>{children(day)}</Fragment>
          ))}
        </div>
      ))}
    </div>
  );
}
