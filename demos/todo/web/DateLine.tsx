import { lazy } from "react";
import { addDays } from "#base/days.ts";
import { startsAfterDue } from "#demos/todo/rules.ts";
import styles from "#demos/todo/web/DetailFields.module.css";
import { DueChip } from "#demos/todo/web/DueChip.tsx";
import { PlanLine, type PlanProps } from "#demos/todo/web/PlanLine.tsx";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { IconCalendar, IconCalendarTime } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const DatePanel = lazy(() => import("#demos/todo/web/DatePanel.tsx").then((module) => ({ default: module.DatePanel })));

/** When it is due, or when it starts, which is not later. */
export function DateLine({
  which,
  todo,
  clock,
  actions,
  ...line
}: PlanProps & { readonly which: "dueDate" | "startDate" }) {
  const t = useMessages("todo");
  const text = useMomentText(clock);
  const isDue = which === "dueDate";
  const moment = todo[which];
  const isSettled = todo.completed || todo.deleted || !isDue;
  const refusalOf = (chosen: string) => {
    const startDate = isDue ? todo.startDate : chosen;
    const dueDate = isDue ? chosen : todo.dueDate;
    const isTurned = startDate !== null && dueDate !== null && startsAfterDue(startDate, dueDate, clock.timeZone);
    return isTurned
      ? t(isDue ? "date.dueBeforeStart" : "date.startAfterDue", { when: text.whole(isDue ? startDate : dueDate) })
      : null;
  };
  return (
    <PlanLine
      {...line}
      icon={isDue ? IconCalendar : IconCalendarTime}
      value={moment && <DueChip moment={moment} isDone={isSettled} text={text} isWhole />}
      empty={t("date.add")}
      panel={
        <DatePanel
          moment={moment}
          clock={clock}
          near={[
            { label: t("days.today"), moment: text.today },
            { label: t("days.tomorrow"), moment: text.tomorrow },
            { label: t("days.nextWeek"), moment: addDays(text.today, 7) },
          ]}
          refusalOf={refusalOf}
          onChange={(chosen) => actions.schedule([todo], { [which]: chosen })}
          onDone={() => line.onToggle(false)}
        />
      }
    >
      {moment !== null && <span className={styles.hijri}>{text.hijri(moment)}</span>}
    </PlanLine>
  );
}
