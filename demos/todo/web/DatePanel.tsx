import { type SubmitEvent, useMemo, useState } from "react";
import { addDays, type Day, instantAt } from "#base/days.ts";
import { type Clock, momentDay } from "#demos/todo/rules.ts";
import { parseQuickAdd } from "#demos/todo/rules/quickAdd.ts";
import styles from "#demos/todo/web/DatePanel.module.css";
import { MonthGrid } from "#demos/todo/web/MonthGrid.tsx";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { useWords } from "#web/useWords.ts";

type DatePanelProps = {
  readonly moment: string | null;
  readonly clock: Clock;
  readonly onChange: (moment: string | null) => void;
  /** After a choice that says everything. */
  readonly onDone: () => void;
};

/** A day and perhaps an hour: in words, among the nearest, or from the month. */
export function DatePanel({ moment, clock, onChange, onDone }: DatePanelProps) {
  const words = useWords("todo");
  const text = useMomentText(clock);
  const day = moment === null ? null : momentDay(moment, clock.timeZone);
  const hour = moment === null ? "" : text.clockTime(moment);
  const choose = (chosen: string | null) => {
    onChange(chosen);
    onDone();
  };
  const chooseDay = (chosen: Day) => choose(momentAt(chosen, hour, clock.timeZone));
  const near = [
    ["today", text.today],
    ["tomorrow", text.tomorrow],
    ["nextWeek", addDays(text.today, 7)],
  ] as const;
  return (
    <div className={styles.panel}>
      <WordsField clock={clock} onChoose={choose} />
      <div className={styles.near}>
        {near.map(([name, nearDay]) => (
          <button key={name} type="button" aria-pressed={day === nearDay} onClick={() => chooseDay(nearDay)}>
            {words(`days.${name}`)}
          </button>
        ))}
        {moment !== null && (
          <button type="button" onClick={() => choose(null)}>
            {words("days.none")}
          </button>
        )}
      </div>
      <MonthGrid chosen={day} today={text.today} onChoose={chooseDay} />
      <label className={styles.hour}>
        <span>{words("date.hour")}</span>
        <input
          type="time"
          value={hour}
          onChange={(event) => onChange(momentAt(day ?? text.today, event.target.value, clock.timeZone))}
        />
      </label>
    </div>
  );
}

function momentAt(day: Day, hour: string, timeZone: string): string {
  if (hour === "") return day;
  const [hours = 0, minutes = 0] = hour.split(":").map(Number);
  return instantAt({ day, minute: hours * 60 + minutes, timeZone });
}

/** "next Friday 10:00", "1 رمضان": as in the quick add. */
function WordsField({ clock, onChoose }: { readonly clock: Clock; readonly onChoose: (moment: string) => void }) {
  const words = useWords("todo");
  const text = useMomentText(clock);
  const [typed, setTyped] = useState("");
  const { dueDate } = useMemo(() => parseQuickAdd(typed, clock), [typed, clock]);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (dueDate !== null) onChoose(dueDate);
  };
  return (
    <form onSubmit={handleSubmit}>
      <input
        data-autofocus
        className={styles.words}
        dir={typed === "" ? undefined : "auto"}
        value={typed}
        maxLength={80}
        placeholder={words("date.placeholder")}
        aria-label={words("date.words")}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className={styles.reading} aria-live="polite">
        {dueDate !== null && (
          <button type="submit">
            {text.long(dueDate)} · {text.hijri(dueDate)}
          </button>
        )}
        {dueDate === null && typed.trim() !== "" && words("date.notUnderstood")}
      </p>
    </form>
  );
}
