import type { TodoRecord } from "#demos/todo/contract.ts";
import styles from "#demos/todo/web/MarkButtons.module.css";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconFlag, IconFlagFilled, IconStar, IconStarFilled } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type MarkButtonsProps = {
  readonly todo: TodoRecord;
  readonly actions: TodoActions;
  readonly tabIndex?: number;
  /** In a list the flag shows where it is set, and where the pointer or the keyboard is. */
  readonly isQuiet?: boolean;
};

/** Important and starred. */
export function MarkButtons({ todo, actions, tabIndex, isQuiet = false }: MarkButtonsProps) {
  const t = useMessages("todo");
  const Flag = todo.important ? IconFlagFilled : IconFlag;
  const Star = todo.starred ? IconStarFilled : IconStar;
  const iconPx = isQuiet ? 16 : 20;
  const size = isQuiet ? "sm" : "md";
  return (
    <span className={styles.marks} data-quiet={isQuiet || undefined}>
      <IconButton
        size={size}
        label={t("row.important")}
        isPressed={todo.important}
        tabIndex={tabIndex}
        className={styles.flag}
        onClick={() => actions.flag([todo], !todo.important)}
      >
        <Flag size={iconPx} aria-hidden="true" />
      </IconButton>
      <IconButton
        size={size}
        label={t("row.starred")}
        isPressed={todo.starred}
        tabIndex={tabIndex}
        className={styles.star}
        onClick={() => actions.star([todo], !todo.starred)}
      >
        <Star size={iconPx} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
