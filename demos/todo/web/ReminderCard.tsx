import { instant } from "#base/time.ts";
import type { TodoPatch } from "#demos/todo/contract.ts";
import type { Reminder } from "#demos/todo/contract/reminder.ts";
import type { Clock } from "#demos/todo/rules.ts";
import { type Snooze, snoozedUntil } from "#demos/todo/rules/reminders.ts";
import styles from "#demos/todo/web/ReminderCards.module.css";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconBell, IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const snoozes: readonly Snooze[] = ["tenMinutes", "hour", "tomorrow"];

type ReminderCardProps = {
  readonly reminder: Reminder;
  readonly clock: Clock;
  readonly onAnswer: (set: Pick<TodoPatch, "completed" | "remindAt">) => void;
  readonly onOpen: () => void;
};

/** One reminder: what it is of, when that is due, and the ways to answer it. */
export function ReminderCard({ reminder, clock, onAnswer, onOpen }: ReminderCardProps) {
  const words = useMessages("todo");
  const shell = useMessages();
  const text = useMomentText(clock);
  const { title, dueDate } = reminder;
  // Counted from this moment: the clock of the screen tells minutes.
  const snooze = (choice: Snooze) =>
    onAnswer({ remindAt: snoozedUntil(choice, { ...clock, now: instant(Date.now()) }) });
  return (
    <article className={styles.card} data-reminder>
      <header className={styles.head}>
        <IconBell size={18} aria-hidden="true" />
        <span>{words("reminder.title")}</span>
        <IconButton
          size="sm"
          label={shell("buttons.dismiss")}
          className={styles.close ?? ""}
          onClick={() => onAnswer({ remindAt: null })}
        >
          <IconX size={16} aria-hidden="true" />
        </IconButton>
      </header>
      <p className={styles.title}>
        <bdi>{title || words("row.untitled")}</bdi>
      </p>
      {dueDate !== null && (
        <p className={styles.due} data-late={text.isLate(dueDate) || undefined}>
          {words("reminder.due", { when: text.whole(dueDate) })}
        </p>
      )}
      <div className={styles.answers}>
        <button type="button" className={styles.done} onClick={() => onAnswer({ completed: true })}>
          {words("reminder.done")}
        </button>
        <button type="button" onClick={onOpen}>
          {words("reminder.open")}
        </button>
      </div>
      <div className={styles.snoozes} role="group" aria-label={words("reminder.snooze")}>
        <span aria-hidden="true">{words("reminder.snooze")}</span>
        {snoozes.map((choice) => (
          <button key={choice} type="button" onClick={() => snooze(choice)}>
            {words(`reminder.${choice}`)}
          </button>
        ))}
      </div>
    </article>
  );
}
