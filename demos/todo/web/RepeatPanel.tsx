import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { TodoRecord } from "#demos/todo/contract.ts";
import { everyMax, type Repeat, repeatUnits, type Rhythm } from "#demos/todo/contract/repeat.ts";
import { type Clock, momentDay } from "#demos/todo/rules.ts";
import { nextDates } from "#demos/todo/rules/repeats.ts";
import choices from "#web/panes/CheckChoices.module.css";
import styles from "#demos/todo/web/RepeatPanel.module.css";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { useRepeatText } from "#demos/todo/web/useRepeatText.ts";
import { useMessages } from "#web/useMessages.ts";

type RepeatPanelProps = {
  readonly todo: TodoRecord;
  readonly clock: Clock;
  readonly onChange: (repeat: Repeat | null) => void;
  /** After a choice that says everything. */
  readonly onDone: () => void;
};

/** How often, among the usual rhythms of both calendars or any other; from which day it counts; and when the next comes. */
export function RepeatPanel({ todo, clock, onChange, onDone }: RepeatPanelProps) {
  const t = useMessages("todo");
  const textOf = useRepeatText();
  const { repeat } = todo;
  const usual = useRef<HTMLDivElement>(null);
  // The popover looked for something to focus before this was fetched.
  useEffect(() => {
    const chosen = usual.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    (chosen ?? usual.current?.querySelector("button"))?.focus({ preventScroll: true });
  }, []);
  const begin = todo.dueDate === null ? clock.today : momentDay(todo.dueDate, clock.timeZone);
  const from = repeat?.from ?? "due";
  // Another rhythm begins with the day that is due; a change of the same keeps its own.
  const ruleOf = ({ every, unit }: Rhythm): Repeat => ({ every, unit, from: "due", begin, timeZone: clock.timeZone });
  const isChosen = ({ every, unit }: Rhythm) => repeat?.every === every && repeat.unit === unit;
  return (
    <div className={styles.panel}>
      <div ref={usual} className={styles.usual}>
        {repeatUnits.map((unit) => (
          <button
            key={unit}
            type="button"
            className={choices.choice}
            aria-pressed={isChosen({ every: 1, unit })}
            onClick={() => {
              onChange({ ...ruleOf({ every: 1, unit }), from });
              onDone();
            }}
          >
            {textOf(ruleOf({ every: 1, unit }))}
          </button>
        ))}
      </div>
      <Own repeat={repeat} onChange={(rhythm) => onChange({ ...ruleOf(rhythm), from })} />
      {repeat && (
        <>
          <label className={styles.from}>
            <input
              type="checkbox"
              checked={from === "done"}
              onChange={({ target }) => onChange({ ...repeat, from: target.checked ? "done" : "due" })}
            />
            {t("repeat.fromDone")}
          </label>
          <Next todo={todo} repeat={repeat} clock={clock} />
          <button
            type="button"
            className={`${choices.choice} ${styles.none}`}
            onClick={() => {
              onChange(null);
              onDone();
            }}
          >
            {t("repeat.none")}
          </button>
        </>
      )}
    </div>
  );
}

type OwnProps = { readonly repeat: Repeat | null; readonly onChange: (rhythm: Rhythm) => void };

/** Any number of any unit. */
function Own({ repeat, onChange }: OwnProps) {
  const t = useMessages("todo");
  const [typed, setTyped] = useState(String(repeat?.every ?? 2));
  const [unit, setUnit] = useState(repeat?.unit ?? "week");
  const every = Number(typed);
  const isNumber = Number.isInteger(every) && every >= 1 && every <= everyMax;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isNumber) onChange({ every, unit });
  };
  return (
    <form className={styles.own} onSubmit={handleSubmit}>
      <span>{t("repeat.own")}</span>
      <input
        type="number"
        min={1}
        max={everyMax}
        value={typed}
        aria-label={t("repeat.number")}
        aria-invalid={!isNumber || undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <select
        value={unit}
        aria-label={t("repeat.unit")}
        onChange={({ target }) => setUnit(target.value as Rhythm["unit"])}
      >
        {repeatUnits.map((name) => (
          <option key={name} value={name}>
            {t(`repeat.units.${name}`)}
          </option>
        ))}
      </select>
      <button type="submit" disabled={!isNumber}>
        {t("repeat.set")}
      </button>
    </form>
  );
}

function Next({ todo, repeat, clock }: { readonly todo: TodoRecord; readonly repeat: Repeat; readonly clock: Clock }) {
  const t = useMessages("todo");
  const text = useMomentText(clock);
  const next = nextDates(todo, repeat, clock.now)?.dueDate;
  return (
    <p className={styles.next} aria-live="polite">
      {next ? t("repeat.next", { when: text.long(next), hijri: text.hijri(next) }) : t("repeat.ends")}
    </p>
  );
}
