import type { TodoRecord } from "#demos/todo/contract.ts";
import styles from "#demos/todo/web/DoneButton.module.css";
import { IconCheck } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type DoneButtonProps = {
  readonly todo: TodoRecord;
  readonly onToggle: (todos: readonly TodoRecord[], completed: boolean) => void;
  readonly tabIndex?: number;
};

/** The round box that a to-do is done with. */
export function DoneButton({ todo, onToggle, tabIndex }: DoneButtonProps) {
  const t = useMessages("todo");
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={todo.completed}
      aria-label={t("row.done", { title: todo.title })}
      disabled={todo.deleted}
      tabIndex={tabIndex}
      className={styles.button}
      onClick={() => onToggle([todo], !todo.completed)}
    >
      <span className={styles.ring}>{todo.completed && <IconCheck size={12} stroke={3} aria-hidden="true" />}</span>
    </button>
  );
}
