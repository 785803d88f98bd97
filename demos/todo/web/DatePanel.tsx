import { type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import { type Day, instantAt } from "#base/days.ts";
import { type Clock, momentDay } from "#demos/todo/rules.ts";
import { parseQuickAdd } from "#demos/todo/rules/quickAdd.ts";
import styles from "#demos/todo/web/DatePanel.module.css";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { DayPicker } from "#web/calendar/DayPicker.tsx";
import { isTime } from "#web/dates/parseTime.ts";
import { TimeField } from "#web/dates/TimeField.tsx";
import { useMessages } from "#web/useMessages.ts";

export type Near = { readonly label: string; readonly moment: string };

type DatePanelProps = {
  readonly moment: string | null;
  readonly clock: Clock;
  /** What is nearest to mind; its days keep the hour that was chosen. */
  readonly near: readonly Near[];
  /** The minute of the day that a day alone means, where a day alone will not do. */
  readonly usualMinute?: number;
  /** Why a moment will not do; null where it does. */
  readonly refusalOf?: (moment: string) => string | null;
  readonly onChange: (moment: string | null) => void;
  /** After a choice that says everything. */
  readonly onDone: () => void;
};

/** A day and perhaps an hour: in words, among the nearest, or from the month. */
export function DatePanel({ moment, clock, near, usualMinute, refusalOf, onChange, onDone }: DatePanelProps) {
  const t = useMessages("todo");
  const text = useMomentText(clock);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { timeZone } = clock;
  const day = moment === null ? null : momentDay(moment, timeZone);
  const hour = moment === null ? "" : text.clockTime(moment);
  const whole = (chosen: string) =>
    chosen.length === 10 && usualMinute !== undefined
      ? instantAt({ day: chosen, minute: usualMinute, timeZone })
      : chosen;
  const attempt = (chosen: string | null): boolean => {
    const reason = chosen === null ? null : (refusalOf?.(whole(chosen)) ?? null);
    setRefusal(reason);
    if (reason === null) onChange(chosen && whole(chosen));
    return reason === null;
  };
  const choose = (chosen: string | null) => attempt(chosen) && onDone();
  const atHour = (chosen: Day, at = hour) => momentAt(chosen, at, timeZone);
  return (
    <div className={styles.panel}>
      <WordsField clock={clock} onChoose={choose} />
      <div className={styles.near}>
        {near.map((choice) => {
          const meant = choice.moment.length === 10 ? atHour(choice.moment) : choice.moment;
          return (
            <button key={choice.label} type="button" aria-pressed={moment === meant} onClick={() => choose(meant)}>
              {choice.label}
            </button>
          );
        })}
        {moment !== null && (
          <button type="button" onClick={() => choose(null)}>
            {t(usualMinute === undefined ? "days.none" : "remind.none")}
          </button>
        )}
      </div>
      <DayPicker
        chosen={day}
        today={text.today}
        isOffered={(offered) => !refusalOf?.(whole(atHour(offered)))}
        onChoose={(chosen) => choose(atHour(chosen))}
      />
      <label className={styles.hour}>
        <span>{t("date.hour")}</span>
        <TimeField
          value={hour}
          onChange={(time) => (time === "" || isTime(time)) && attempt(atHour(day ?? text.today, time))}
        />
      </label>
      <p role="alert" className={styles.refusal}>
        {refusal}
      </p>
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
  const t = useMessages("todo");
  const text = useMomentText(clock);
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The popover looked for something to focus before this was fetched.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const { dueDate } = useMemo(() => parseQuickAdd(typed, clock), [typed, clock]);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (dueDate !== null) onChoose(dueDate);
  };
  return (
    <form onSubmit={handleSubmit}>
      <input
        ref={field}
        data-autofocus
        className={styles.words}
        dir={typed === "" ? undefined : "auto"}
        value={typed}
        maxLength={80}
        placeholder={t("date.placeholder")}
        aria-label={t("date.words")}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className={styles.reading} aria-live="polite">
        {dueDate !== null && (
          <button type="submit">
            {text.long(dueDate)} · {text.hijri(dueDate)}
          </button>
        )}
        {dueDate === null && typed.trim() !== "" && t("date.notUnderstood")}
      </p>
    </form>
  );
}
