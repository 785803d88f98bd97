import { useState } from "react";
import { isDay } from "#base/days.ts";
import { DateRangeField } from "#web/dates/DateRangeField.tsx";
import { localDay } from "#web/localDay.ts";
import classes from "#web/list/DaysEditor.module.css";
import type { Days } from "#web/list/filters.ts";
import { periodIds, periodOf } from "#web/list/periods.ts";
import { useMessages } from "#web/useMessages.ts";

type DaysEditorProps = {
  readonly value: Days | null;
  readonly onChange: (value: Days | null) => void;
};

/** Edits a period, by its first and last day or by name. */
export function DaysEditor({ value, onChange }: DaysEditorProps) {
  const messages = useMessages("list");
  const { from, to } = value ?? { from: null, to: null };
  const change = (days: Days) => onChange(days.from === null && days.to === null ? null : days);
  const [today] = useState(() => localDay(Date.now()));
  return (
    <div className={classes.editor}>
      <DateRangeField
        fromLabel={messages("from")}
        toLabel={messages("to")}
        value={{ from, to }}
        onChange={(days) => {
          // A list is not filtered by what could not be read.
          if (isOpenOrDay(days.from) && isOpenOrDay(days.to)) change(days);
        }}
      />
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

const isOpenOrDay = (value: string | null) => value === null || isDay(value);
