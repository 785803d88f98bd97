import { type KeyboardEvent, useMemo } from "react";
import type { Label, TodoRecord } from "#demos/todo/contract.ts";
import styles from "#demos/todo/web/TodoList.module.css";
import { TodoRow } from "#demos/todo/web/TodoRow.tsx";
import type { useMomentText } from "#demos/todo/web/useMomentText.ts";
import type { Group, ShownGroup } from "#demos/todo/web/useShownTodos.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { isSelected } from "#web/list/selection.ts";
import { RowList } from "#web/panes/RowList.tsx";
import type { Rows } from "#web/panes/useRows.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

const headPx = 32;
/** On a phone a row has two lines. */
export const rowPx = { desk: 40, phone: 68 };

type TodoListProps = {
  readonly title: string;
  readonly groups: readonly ShownGroup[];
  readonly labels: readonly Label[];
  readonly rows: Rows<TodoRecord>;
  readonly openId: string | null;
  readonly text: ReturnType<typeof useMomentText>;
  readonly actions: TodoActions;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

type Line =
  | { readonly group: Group; readonly count: number }
  | { readonly todo: TodoRecord; readonly isFirst: boolean };

/** The to-dos in their groups. */
export function TodoList(props: TodoListProps) {
  const { title, groups, rows, onKeyDown } = props;
  const isPhone = useIsPhone();
  const lines = useMemo(() => linesOf(groups), [groups]);
  return (
    <RowList
      label={title}
      lineKeys={lines.map(lineKey)}
      heightPx={(index) => ("todo" in lines[index]! ? rowPx[isPhone ? "phone" : "desk"] : headPx)}
      rows={rows}
      onKeyDown={onKeyDown}
      renderLine={(index) => <ListLine key={lineKey(lines[index]!)} {...props} line={lines[index]!} />}
    />
  );
}

const linesOf = (groups: readonly ShownGroup[]): Line[] =>
  groups.flatMap(({ group, todos }, place) => [
    { group, count: todos.length },
    ...todos.map((todo, index) => ({ todo, isFirst: place === 0 && index === 0 })),
  ]);

const lineKey = (line: Line) => ("todo" in line ? `todo ${line.todo.id}` : line.group);

function ListLine({ line, rows, ...props }: Omit<TodoListProps, "groups"> & { readonly line: Line }) {
  const titles = useTitles();
  if (!("todo" in line)) return <GroupHead group={line.group} count={line.count} />;
  const { todo, isFirst } = line;
  return (
    <TodoRow
      todo={todo}
      labels={props.labels}
      isActive={rows.activeId === null ? isFirst : rows.activeId === todo.id}
      isOpen={props.openId === todo.id}
      isSelected={isSelected(rows.selection, todo.id)}
      isSelecting={rows.isSelecting}
      text={props.text}
      titles={titles}
      actions={props.actions}
      handlers={rows.handlers}
    />
  );
}

function GroupHead({ group, count }: { readonly group: Group; readonly count: number }) {
  const t = useMessages("todo");
  return (
    <div role="row" className={styles.group} data-group={group}>
      <span role="rowheader">
        {t(`groups.${group}`)} <bdi className={styles.count}>{count}</bdi>
      </span>
    </div>
  );
}
