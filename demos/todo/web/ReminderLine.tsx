import { lazy, Suspense } from "react";
import { instant } from "#base/time.ts";
import { morningMinute } from "#demos/todo/rules.ts";
import { reminderChoices } from "#demos/todo/rules/reminders.ts";
import { Chooser } from "#demos/todo/web/Chooser.tsx";
import type { PlanLineProps } from "#demos/todo/web/DateLine.tsx";
import styles from "#demos/todo/web/DetailFields.module.css";
import { FieldLine } from "#demos/todo/web/FieldLine.tsx";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { IconBell } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const DatePanel = lazy(() => import("#demos/todo/web/DatePanel.tsx").then((module) => ({ default: module.DatePanel })));

/** When it rings: an hour before it is due, in the morning of that day, or at any moment that is still to come. */
export function ReminderLine({ title, isOpen, onToggle, todo, clock, actions }: PlanLineProps) {
  const words = useWords("todo");
  const text = useMomentText(clock);
  const { remindAt } = todo;
  const near = reminderChoices(todo.dueDate, clock).map(({ name, at }) => ({
    label: words(`remind.${name}`),
    moment: at,
  }));
  return (
    <FieldLine title={title} icon={<IconBell size={16} aria-hidden="true" />}>
      <Chooser
        title={title}
        isOpen={isOpen}
        onToggle={onToggle}
        widthPx={308}
        target={
          <button type="button" className={styles.value} data-empty={remindAt === null || undefined}>
            {remindAt === null ? words("remind.add") : text.whole(remindAt)}
          </button>
        }
      >
        <Suspense>
          <DatePanel
            moment={remindAt}
            clock={clock}
            near={near}
            usualMinute={morningMinute}
            refusalOf={(moment) => (moment <= instant(Date.now()) ? words("remind.past") : null)}
            onChange={(moment) => actions.remind(todo, moment)}
            onDone={() => onToggle(false)}
          />
        </Suspense>
      </Chooser>
    </FieldLine>
  );
}
