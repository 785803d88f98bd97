import { memo, type MouseEvent } from "react";
import type { Label, TodoRecord } from "#demos/todo/contract.ts";
import { DoneButton } from "#demos/todo/web/DoneButton.tsx";
import { DueChip } from "#demos/todo/web/DueChip.tsx";
import { LabelDot } from "#demos/todo/web/LabelDot.tsx";
import { MarkButtons } from "#demos/todo/web/MarkButtons.tsx";
import styles from "#demos/todo/web/TodoRow.module.css";
import type { useMomentText } from "#demos/todo/web/useMomentText.ts";
import type { useTitles } from "#demos/todo/web/useTitles.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { PaneRow } from "#web/panes/PaneRow.tsx";
import type { RowHandlers } from "#web/panes/useRows.ts";
import { IconBell, IconRepeat, IconSubtask } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type TodoRowProps = {
  readonly todo: TodoRecord;
  readonly labels: readonly Label[];
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** On a phone the boxes come when something is to be selected; a tap then selects. */
  readonly isSelecting: boolean;
  readonly text: ReturnType<typeof useMomentText>;
  readonly titles: ReturnType<typeof useTitles>;
  readonly actions: TodoActions;
  readonly handlers: RowHandlers<TodoRecord>;
};

/** One to-do in the list. Only the row where the keyboard is can be reached with Tab, and from there its buttons. */
export const TodoRow = memo(function TodoRow(props: TodoRowProps) {
  const { todo, isActive, isOpen, isSelected, isSelecting, actions, handlers } = props;
  const t = useMessages("todo");
  const tabIndex = isActive ? 0 : -1;
  return (
    <PaneRow
      row={todo}
      className={styles.row}
      isDone={todo.completed}
      {...{ isActive, isOpen, isSelected, isSelecting, handlers }}
    >
      <span role="gridcell" className={styles.select}>
        <CheckMark
          label={t("row.select", { title: todo.title })}
          isChecked={isSelected}
          tabIndex={tabIndex}
          onChange={(event) => handlers.onToggle(todo.id, event.nativeEvent as unknown as MouseEvent)}
        />
      </span>
      <span role="gridcell" className={styles.done}>
        <DoneButton todo={todo} tabIndex={tabIndex} onToggle={actions.complete} />
      </span>
      <Texts {...props} />
      <span role="gridcell" className={styles.marks}>
        <MarkButtons todo={todo} actions={actions} tabIndex={tabIndex} isQuiet />
      </span>
    </PaneRow>
  );
});

function Texts({ todo, labels, text, titles }: TodoRowProps) {
  const t = useMessages("todo");
  const own = labels.filter(({ id }) => todo.labels.includes(id));
  const done = todo.subtasks.filter(({ completed }) => completed).length;
  return (
    <>
      <span role="gridcell" className={styles.title}>
        <span dir="auto" className={styles.name}>
          {todo.title || t("row.untitled")}
        </span>
      </span>
      <span role="gridcell" className={styles.tags}>
        {todo.subtasks.length > 0 && (
          <span className={styles.steps}>
            <IconSubtask size={14} aria-hidden="true" />
            <span className="hidden-visually">{t("row.steps", { done, count: todo.subtasks.length })}</span>
            <bdi aria-hidden="true">
              {done}/{todo.subtasks.length}
            </bdi>
          </span>
        )}
        {todo.remindAt !== null && <Sign icon={IconBell} text={t("row.reminds")} />}
        {todo.repeat !== null && <Sign icon={IconRepeat} text={t("row.repeats")} />}
        {own.map((label) => (
          <span key={label.id} className={styles.label} title={titles.label(label)}>
            <LabelDot color={label.color} />
            <span dir="auto">{titles.label(label)}</span>
          </span>
        ))}
        {todo.dueDate && <DueChip moment={todo.dueDate} isDone={todo.completed || todo.deleted} text={text} />}
      </span>
    </>
  );
}

const Sign = ({ icon: Icon, text }: { readonly icon: typeof IconBell; readonly text: string }) => (
  <span className={styles.sign} title={text}>
    <Icon size={14} aria-hidden="true" />
    <span className="hidden-visually">{text}</span>
  </span>
);
