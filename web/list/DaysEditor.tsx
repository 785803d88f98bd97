import { useId, useState } from "react";
import { formatHijriDate } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import classes from "#web/list/DaysEditor.module.css";
import type { Days } from "#web/list/filters.ts";
import { periodIds, periodOf } from "#web/list/periods.ts";
import type { Language } from "#web/screens.ts";
import { useMessages } from "#web/useMessages.ts";

type DaysEditorProps = {
  readonly value: Days | null;
  readonly onChange: (value: Days | null) => void;
  readonly language: Language;
};

/**
 * Edits a period, by its first and last day or by name. Uses the browser's own date fields: every phone has a good one,
 * and typing a day is faster than finding it. Below each field is the Umm al-Qura date.
 */
export function DaysEditor({ value, onChange, language }: DaysEditorProps) {
  const messages = useMessages("list");
  const { from, to } = value ?? { from: null, to: null };
  const change = (days: Days) => onChange(days.from === null && days.to === null ? null : days);
  const [today] = useState(() => localDay(Date.now()));
  return (
    <div className={classes.editor}>
      <div className={classes.ends}>
        <DayField
          label={messages("from")}
          day={from}
          max={to}
          onChange={(day) => change({ from: day, to })}
          language={language}
        />
        <DayField
          label={messages("to")}
          day={to}
          min={from}
          onChange={(day) => change({ from, to: day })}
          language={language}
        />
      </div>
      <div className={classes.periods}>
        {periodIds.map((id) => {
          const period = periodOf(id, today);
          return (
            <button
              key={id}
              type="button"
              className={classes.period}
              aria-pressed={period.from === from && to === null}
              onClick={() => change(period)}
            >
              {messages(`periods.${id}`)}
            </button>
          );
        })}
      </div>
    </div>
  );
}

type DayFieldProps = {
  readonly label: string;
  readonly day: string | null;
  readonly min?: string | null;
  readonly max?: string | null;
  readonly onChange: (day: string | null) => void;
  readonly language: Language;
};

function DayField({ label, day, min, max, onChange, language }: DayFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className={classes.day}
        value={day ?? ""}
        min={min ?? "1000-01-01"}
        max={max ?? "9999-12-31"}
        aria-describedby={`${id}-hijri`}
        onChange={({ currentTarget }) => {
          // A year that is only half typed is valid too, but means antiquity.
          if (currentTarget.value === "" || currentTarget.validity.valid) onChange(currentTarget.value || null);
        }}
      />
      <p id={`${id}-hijri`} className={classes.hijri}>
        {day === null ? "\u00a0" : formatHijriDate(language, day)}
      </p>
    </div>
  );
}
