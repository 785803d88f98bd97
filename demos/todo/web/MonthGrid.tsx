import { useDirection } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, addMonths, type Day, hijriOf, weekdayOf } from "#base/days.ts";
import styles from "#demos/todo/web/MonthGrid.module.css";
import { formatHijriDate, formatLongDate, formatMonth, formatWeekday } from "#web/formats.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconChevronLeft, IconChevronRight } from "#web/ui/icons.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type MonthGridProps = {
  readonly chosen: Day | null;
  readonly today: Day;
  /** The others are paler; who chooses one is told why not. */
  readonly isOffered: (day: Day) => boolean;
  readonly onChoose: (day: Day) => void;
};

/** A month of days, each with its day of the Hijri month. One stop of the Tab key; arrows go from day to day. */
export function MonthGrid({ chosen, today, isOffered, onChoose }: MonthGridProps) {
  const words = useWords("todo");
  const language = useLanguage();
  const { dir } = useDirection();
  const [active, setActive] = useState<Day>(chosen ?? today);
  const grid = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  useEffect(() => {
    if (isMoving.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoving.current = false;
  });
  const weeks = weeksOf(active, firstWeekday[language]);
  const handleKeyDown = (event: KeyboardEvent) => {
    const moved = movedBy(event.key, active, dir === "rtl");
    if (moved === null) return;
    event.preventDefault();
    isMoving.current = true;
    setActive(moved);
  };
  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <IconButton size="sm" label={words("date.previousMonth")} onClick={() => setActive(addMonths(active, -1))}>
          <IconChevronLeft size={16} aria-hidden="true" className="flip" />
        </IconButton>
        <span aria-live="polite" className={styles.title}>
          <b>{formatMonth(language, active)}</b>
          <small>{hijriMonthsOf(language, active)}</small>
        </span>
        <IconButton size="sm" label={words("date.nextMonth")} onClick={() => setActive(addMonths(active, 1))}>
          <IconChevronRight size={16} aria-hidden="true" className="flip" />
        </IconButton>
      </div>
      <div ref={grid} role="grid" aria-label={formatMonth(language, active)} onKeyDown={handleKeyDown}>
        <div role="row" className={styles.week}>
          {weeks[0]!.map((day) => (
            <span key={day} role="columnheader" className={styles.weekday}>
              {formatWeekday(language, day)}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((day) => (
              <span key={day} role="gridcell" aria-selected={day === chosen}>
                <button
                  type="button"
                  className={styles.day}
                  tabIndex={day === active ? 0 : -1}
                  aria-label={`${formatLongDate(language, day)}, ${formatHijriDate(language, day)}`}
                  aria-current={day === today ? "date" : undefined}
                  aria-disabled={!isOffered(day) || undefined}
                  data-chosen={day === chosen || undefined}
                  data-outside={day.slice(0, 7) !== active.slice(0, 7) || undefined}
                  onClick={() => onChoose(day)}
                >
                  {Number(day.slice(8))}
                  <small>{hijriOf(day).day}</small>
                </button>
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** 0 is Sunday, where most readers of Arabic begin their week; 1 is Monday (ISO 8601). */
const firstWeekday = { en: 1, ar: 0 } as const;

/** Whole weeks, so that every month has its six and nothing jumps. */
function weeksOf(day: Day, first: number): Day[][] {
  const monthBegin = `${day.slice(0, 7)}-01`;
  const begin = addDays(monthBegin, -((weekdayOf(monthBegin) - first + 7) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => addDays(begin, week * 7 + weekday)),
  );
}

/** Left and right as the eye has them, in both directions of writing. */
function movedBy(key: string, day: Day, isRightToLeft: boolean): Day | null {
  const forward = isRightToLeft ? -1 : 1;
  const moves: Readonly<Record<string, () => Day>> = {
    ArrowLeft: () => addDays(day, -forward),
    ArrowRight: () => addDays(day, forward),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    PageUp: () => addMonths(day, -1),
    PageDown: () => addMonths(day, 1),
    Home: () => `${day.slice(0, 7)}-01`,
    End: () => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1),
  };
  return moves[key]?.() ?? null;
}

/** `Jumada I 1448 – Jumada II 1448`: a month of ours begins in one of theirs and ends in the next. */
function hijriMonthsOf(language: "en" | "ar", day: Day): string {
  const begin = `${day.slice(0, 7)}-01`;
  const end = addDays(addMonths(begin, 1), -1);
  const nameOf = (at: Day) => formatHijriDate(language, at).replace(/^\d+\s*/, "");
  return [...new Set([nameOf(begin), nameOf(end)])].join(" – ");
}
