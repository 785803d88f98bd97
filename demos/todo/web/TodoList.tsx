import { type KeyboardEvent, lazy, type RefObject, Suspense, useLayoutEffect, useMemo } from "react";
import type { Label, TodoRecord } from "#demos/todo/contract.ts";
import styles from "#demos/todo/web/TodoList.module.css";
import { type RowHandlers, TodoRow } from "#demos/todo/web/TodoRow.tsx";
import type { useMomentText } from "#demos/todo/web/useMomentText.ts";
import type { Group, ShownGroup } from "#demos/todo/web/useShownTodos.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { isSelected, type Selection } from "#web/list/selection.ts";
import { useMessages } from "#web/useMessages.ts";

const LongList = lazy(() => import("#demos/todo/web/LongList.tsx").then((module) => ({ default: module.LongList })));

type TodoListProps = {
  readonly title: string;
  readonly groups: readonly ShownGroup[];
  readonly labels: readonly Label[];
  readonly selection: Selection;
  readonly isTicking: boolean;
  /** The row where the keyboard is. */
  readonly activeId: string | null;
  readonly openId: string | null;
  readonly text: ReturnType<typeof useMomentText>;
  readonly actions: TodoActions;
  readonly handlers: RowHandlers;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly region: RefObject<HTMLDivElement | null>;
  /** After rows were drawn: one of them may be waited for. */
  readonly onDrawn: () => void;
};

type Line =
  | { readonly group: Group; readonly count: number }
  | { readonly todo: TodoRecord; readonly isFirst: boolean };

/** More than this many lines and only those near the window are drawn (ui.md, Budgets). */
const drawnLinesMax = 100;

/** The to-dos in their groups: one stop of the Tab key, arrows from row to row. */
export function TodoList(props: TodoListProps) {
  const { title, groups, region, onKeyDown, onDrawn } = props;
  const lines = useMemo(() => linesOf(groups), [groups]);
  const drawn = (line: Line) => <ListLine key={lineKey(line)} {...props} line={line} />;
  useLayoutEffect(onDrawn);
  return (
    <div ref={region} className={styles.region} data-list>
      <div role="grid" aria-label={title} aria-multiselectable="true" onKeyDown={onKeyDown}>
        {lines.length > drawnLinesMax ? (
          <Suspense fallback={lines.slice(0, drawnLinesMax).map(drawn)}>
            <LongList
              keys={lines.map(lineKey)}
              isHead={(index) => !("todo" in lines[index]!)}
              region={region}
              onDrawn={onDrawn}
              draw={(index) => drawn(lines[index]!)}
            />
          </Suspense>
        ) : (
          lines.map(drawn)
        )}
      </div>
    </div>
  );
}

const linesOf = (groups: readonly ShownGroup[]): Line[] =>
  groups.flatMap(({ group, todos }, place) => [
    { group, count: todos.length },
    ...todos.map((todo, index) => ({ todo, isFirst: place === 0 && index === 0 })),
  ]);

const lineKey = (line: Line) => ("todo" in line ? `todo ${line.todo.id}` : line.group);

function ListLine({ line, ...props }: Omit<TodoListProps, "groups"> & { readonly line: Line }) {
  const titles = useTitles();
  if (!("todo" in line)) return <GroupHead group={line.group} count={line.count} />;
  const { todo, isFirst } = line;
  return (
    <TodoRow
      todo={todo}
      labels={props.labels}
      isActive={props.activeId === null ? isFirst : props.activeId === todo.id}
      isOpen={props.openId === todo.id}
      isTicked={isSelected(props.selection, todo.id)}
      isTicking={props.isTicking}
      text={props.text}
      titles={titles}
      actions={props.actions}
      handlers={props.handlers}
    />
  );
}

function GroupHead({ group, count }: { readonly group: Group; readonly count: number }) {
  const words = useMessages("todo");
  return (
    <div role="row" className={styles.group} data-group={group}>
      <span role="rowheader">
        {words(`groups.${group}`)} <bdi className={styles.count}>{count}</bdi>
      </span>
    </div>
  );
}
