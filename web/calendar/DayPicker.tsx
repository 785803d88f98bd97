import { useDirection } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addMonths, type Day } from "#base/days.ts";
import classes from "#web/calendar/DayPicker.module.css";
import { DayNumbers } from "#web/calendar/DayNumbers.tsx";
import { dayAfterKey, hijriMonthsOf, isSameMonth } from "#web/calendar/month.ts";
import { MonthButton } from "#web/calendar/MonthButton.tsx";
import { MonthTable } from "#web/calendar/MonthTable.tsx";
import { formatHijriDate, formatLongDate, formatMonth } from "#web/formats.ts";
import { useLanguage } from "#web/useMessages.ts";

type DayPickerProps = {
  readonly chosen: Day | null;
  readonly today: Day;
  /** Days that are not offered are paler; choosing one shows the reason. */
  readonly isOffered: (day: Day) => boolean;
  readonly onChoose: (day: Day) => void;
  /** The month to begin with, if no day is chosen yet; by default that of today. */
  readonly from?: Day;
};

/** A month to choose a day from. It has one tab stop; arrow keys move between days. */
export function DayPicker({ chosen, today, isOffered, onChoose, from = today }: DayPickerProps) {
  const language = useLanguage();
  const { dir } = useDirection();
  const [active, setActive] = useState<Day>(chosen ?? from);
  const grid = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  useEffect(() => {
    if (isMoving.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoving.current = false;
  });
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, active, { isRightToLeft: dir === "rtl", isYear: event.shiftKey });
    if (next === null) return;
    event.preventDefault();
    isMoving.current = true;
    setActive(next);
  };
  return (
    <div className={classes.month}>
      <div className={classes.head}>
        <MonthButton to="previous" size="sm" onClick={() => setActive(addMonths(active, -1))} />
        <span aria-live="polite" className={classes.title}>
          <b>{formatMonth(language, active)}</b>
          <small>{hijriMonthsOf(language, active)}</small>
        </span>
        <MonthButton to="next" size="sm" onClick={() => setActive(addMonths(active, 1))} />
      </div>
      <MonthTable ref={grid} month={active} role="grid" className={classes.grid} onKeyDown={handleKeyDown}>
        {(day) => (
          <span role="gridcell" aria-selected={day === chosen}>
            <button
              type="button"
              className={classes.day}
              tabIndex={day === active ? 0 : -1}
              // A layer that opens with the month gives it the focus, and Esc closes the layer and not the dialog below.
              data-autofocus={day === active || undefined}
              data-mantine-stop-propagation
              aria-label={`${formatLongDate(language, day)}, ${formatHijriDate(language, day)}`}
              aria-current={day === today ? "date" : undefined}
              aria-disabled={!isOffered(day) || undefined}
              data-chosen={day === chosen || undefined}
              data-outside={!isSameMonth(day, active) || undefined}
              onClick={() => onChoose(day)}
            >
              <DayNumbers day={day} />
            </button>
          </span>
        )}
      </MonthTable>
    </div>
  );
}
