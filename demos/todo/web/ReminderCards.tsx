import { useNavigate } from "@tanstack/react-router";
import type { TodoPatch } from "#demos/todo/contract.ts";
import type { Reminder } from "#demos/todo/contract/reminder.ts";
import { ReminderCard } from "#demos/todo/web/ReminderCard.tsx";
import styles from "#demos/todo/web/ReminderCards.module.css";
import { useClock } from "#demos/todo/web/useClock.ts";
import { useReminders } from "#demos/todo/web/useReminders.ts";
import { useTodoActions } from "#demos/todo/web/useTodoActions.ts";
import { todoQueue } from "#demos/todo/web/useTodos.ts";
import { UnsentCard } from "#web/optimistic/UnsentCard.tsx";
import { useLeaderTab } from "#web/optimistic/useLeaderTab.ts";
import { useMessages } from "#web/useMessages.ts";

/** More at once hide the screen below; those that come first are answered first. */
const cardsMax = 3;

/** What rings, over whatever screen is shown, until it is answered: in one tab, and for all of them. */
export function ReminderCards() {
  const t = useMessages("todo");
  const clock = useClock();
  const actions = useTodoActions();
  const navigate = useNavigate();
  const { ringing, hide } = useReminders(useLeaderTab("todo.reminders"));
  const answer = (reminder: Reminder, set: Pick<TodoPatch, "completed" | "remindAt">) => {
    hide(reminder);
    actions.answer(reminder, set);
  };
  const handleOpen = ({ id }: Reminder) =>
    void navigate({
      to: "/apps/todo/folder/$handle",
      params: { handle: "all" },
      search: { todo: id },
    });
  const more = ringing.length - cardsMax;
  return (
    <section className={styles.stack} aria-label={t("reminder.label")} aria-live="polite">
      <UnsentCard queue={todoQueue} onResume={actions.resume} />
      {ringing.slice(0, cardsMax).map((reminder) => (
        <ReminderCard
          key={`${reminder.id} ${reminder.remindAt}`}
          reminder={reminder}
          clock={clock}
          onAnswer={(set) => answer(reminder, set)}
          onOpen={() => {
            handleOpen(reminder);
            answer(reminder, { remindAt: null });
          }}
        />
      ))}
      {more > 0 && <p className={styles.more}>{t("reminder.more", { count: more })}</p>}
    </section>
  );
}
