import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo } from "react";
import type { Label, TodoRecord } from "#demos/todo/contract.ts";
import styles from "#demos/todo/web/TodoList.module.css";
import { type RowHandlers, TodoRow } from "#demos/todo/web/TodoRow.tsx";
import type { useMomentText } from "#demos/todo/web/useMomentText.ts";
import type { Group, ShownGroup } from "#demos/todo/web/useShownTodos.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { isSelected, type Selection } from "#web/list/selection.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useWords } from "#web/useWords.ts";

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
const rowPx = { desk: 40, phone: 68 };
const headPx = 32;

/** The to-dos in their groups: one stop of the Tab key, arrows from row to row. */
export function TodoList(props: TodoListProps) {
  const { title, groups, region, onKeyDown, onDrawn } = props;
  const isPhone = useIsPhone();
  const lines = useMemo(() => linesOf(groups), [groups]);
  const isLong = lines.length > drawnLinesMax;
  const virtualizer = useVirtualizer({
    count: lines.length,
    enabled: isLong,
    getScrollElement: () => region.current,
    estimateSize: (index) => ("todo" in lines[index]! ? rowPx[isPhone ? "phone" : "desk"] : headPx),
    getItemKey: (index) => lineKey(lines[index]!),
    overscan: 16,
  });
  useLayoutEffect(onDrawn);
  return (
    <div ref={region} className={styles.region} data-list>
      <div role="grid" aria-label={title} aria-multiselectable="true" onKeyDown={onKeyDown}>
        {isLong ? (
          <div role="presentation" style={{ position: "relative", blockSize: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ key, index, start }) => (
              <div
                key={key}
                role="presentation"
                ref={virtualizer.measureElement}
                data-index={index}
                className={styles.near}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ListLine {...props} line={lines[index]!} />
              </div>
            ))}
          </div>
        ) : (
          lines.map((line) => <ListLine key={lineKey(line)} {...props} line={line} />)
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
  const words = useWords("todo");
  return (
    <div role="row" className={styles.group} data-group={group}>
      <span role="rowheader">
        {words(`groups.${group}`)} <bdi className={styles.count}>{count}</bdi>
      </span>
    </div>
  );
}
