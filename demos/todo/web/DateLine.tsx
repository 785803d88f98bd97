import { lazy, Suspense } from "react";
import { addDays } from "#base/days.ts";
import type { TodoRecord } from "#demos/todo/contract.ts";
import { type Clock, startsAfterDue } from "#demos/todo/rules.ts";
import { Chooser } from "#demos/todo/web/Chooser.tsx";
import styles from "#demos/todo/web/DetailFields.module.css";
import { DueChip } from "#demos/todo/web/DueChip.tsx";
import { FieldLine } from "#demos/todo/web/FieldLine.tsx";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { IconCalendar, IconCalendarTime } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const DatePanel = lazy(() => import("#demos/todo/web/DatePanel.tsx").then((module) => ({ default: module.DatePanel })));

/** What a line of the plan is of, and whether its choices are open. */
export type PlanLineProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly todo: TodoRecord;
  readonly clock: Clock;
  readonly actions: TodoActions;
};

/** When it is due, or when it starts, which is not later. */
export function DateLine({ which, ...line }: PlanLineProps & { readonly which: "dueDate" | "startDate" }) {
  const { title, isOpen, onToggle, todo, clock, actions } = line;
  const words = useWords("todo");
  const text = useMomentText(clock);
  const isDue = which === "dueDate";
  const Icon = isDue ? IconCalendar : IconCalendarTime;
  const moment = todo[which];
  const isSettled = todo.completed || todo.deleted || !isDue;
  const refusalOf = (chosen: string) => {
    const startDate = isDue ? todo.startDate : chosen;
    const dueDate = isDue ? chosen : todo.dueDate;
    const isTurned = startDate !== null && dueDate !== null && startsAfterDue(startDate, dueDate, clock.timeZone);
    return isTurned
      ? words(isDue ? "date.dueBeforeStart" : "date.startAfterDue", { when: text.whole(isDue ? startDate : dueDate) })
      : null;
  };
  return (
    <FieldLine title={title} icon={<Icon size={16} aria-hidden="true" />}>
      <Chooser
        title={title}
        isOpen={isOpen}
        onToggle={onToggle}
        widthPx={308}
        target={
          <button type="button" className={styles.value} data-empty={moment === null || undefined}>
            {moment === null ? words("date.add") : <DueChip moment={moment} isDone={isSettled} text={text} isWhole />}
          </button>
        }
      >
        <Suspense>
          <DatePanel
            moment={moment}
            clock={clock}
            near={[
              { label: words("days.today"), moment: text.today },
              { label: words("days.tomorrow"), moment: text.tomorrow },
              { label: words("days.nextWeek"), moment: addDays(text.today, 7) },
            ]}
            refusalOf={refusalOf}
            onChange={(chosen) => actions.schedule([todo], { [which]: chosen })}
            onDone={() => onToggle(false)}
          />
        </Suspense>
      </Chooser>
      {moment !== null && <span className={styles.hijri}>{text.hijri(moment)}</span>}
    </FieldLine>
  );
}
