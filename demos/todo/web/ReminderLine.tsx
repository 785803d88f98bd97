import { lazy } from "react";
import { instant } from "#base/time.ts";
import { morningMinute } from "#demos/todo/rules.ts";
import { reminderChoices } from "#demos/todo/rules/reminders.ts";
import { PlanLine, type PlanProps } from "#demos/todo/web/PlanLine.tsx";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { IconBell } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const DatePanel = lazy(() => import("#demos/todo/web/DatePanel.tsx").then((module) => ({ default: module.DatePanel })));

/** When it rings: an hour before it is due, in the morning of that day, or at any moment that is still to come. */
export function ReminderLine({ todo, clock, actions, ...line }: PlanProps) {
  const t = useMessages("todo");
  const text = useMomentText(clock);
  const { remindAt } = todo;
  const near = reminderChoices(todo.dueDate, clock).map(({ name, at }) => ({
    label: t(`remind.${name}`),
    moment: at,
  }));
  return (
    <PlanLine
      {...line}
      icon={IconBell}
      value={remindAt && text.whole(remindAt)}
      empty={t("remind.add")}
      panel={
        <DatePanel
          moment={remindAt}
          clock={clock}
          near={near}
          usualMinute={morningMinute}
          refusalOf={(moment) => (moment <= instant(Date.now()) ? t("remind.past") : null)}
          onChange={(moment) => actions.remind(todo, moment)}
          onDone={() => line.onToggle(false)}
        />
      }
    />
  );
}
