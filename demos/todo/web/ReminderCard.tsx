import { instant } from "#base/time.ts";
import type { TodoPatch } from "#demos/todo/contract.ts";
import type { Reminder } from "#demos/todo/contract/reminder.ts";
import type { Clock } from "#demos/todo/rules.ts";
import { type Snooze, snoozedUntil } from "#demos/todo/rules/reminders.ts";
import styles from "#demos/todo/web/ReminderCards.module.css";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { IconBell } from "#web/ui/icons.ts";
import { NoticeCard } from "#web/ui/NoticeCard.tsx";
import { useMessages } from "#web/useMessages.ts";

const snoozes: readonly Snooze[] = ["tenMinutes", "hour", "tomorrow"];

type ReminderCardProps = {
  readonly reminder: Reminder;
  readonly clock: Clock;
  readonly onAnswer: (set: Pick<TodoPatch, "completed" | "remindAt">) => void;
  readonly onOpen: () => void;
};

/** One reminder: the to-do, when it is due, and the possible answers. */
export function ReminderCard({ reminder, clock, onAnswer, onOpen }: ReminderCardProps) {
  const t = useMessages("todo");
  const text = useMomentText(clock);
  const { title, dueDate } = reminder;
  // Counted from now: the clock of the screen only changes every minute.
  const snooze = (choice: Snooze) =>
    onAnswer({ remindAt: snoozedUntil(choice, { ...clock, now: instant(Date.now()) }) });
  return (
    <NoticeCard
      icon={<IconBell size={18} aria-hidden="true" />}
      title={t("reminder.title")}
      onDismiss={() => onAnswer({ remindAt: null })}
      answers={
        <>
          <button type="button" data-primary onClick={() => onAnswer({ completed: true })}>
            {t("reminder.done")}
          </button>
          <button type="button" onClick={onOpen}>
            {t("reminder.open")}
          </button>
        </>
      }
      footer={
        <div className={styles.snoozes} role="group" aria-label={t("reminder.snooze")}>
          <span aria-hidden="true">{t("reminder.snooze")}</span>
          {snoozes.map((choice) => (
            <button key={choice} type="button" onClick={() => snooze(choice)}>
              {t(`reminder.${choice}`)}
            </button>
          ))}
        </div>
      }
    >
      <p className={styles.title}>
        <bdi>{title || t("row.untitled")}</bdi>
      </p>
      {dueDate !== null && (
        <p className={styles.due} data-late={text.isLate(dueDate) || undefined}>
          {t("reminder.due", { when: text.whole(dueDate) })}
        </p>
      )}
    </NoticeCard>
  );
}
