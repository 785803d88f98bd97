import { lazy, Suspense } from "react";
import { DeletedNote } from "#demos/todo/web/DeletedNote.tsx";
import { ListHead } from "#demos/todo/web/ListHead.tsx";
import { QuickAdd } from "#demos/todo/web/QuickAdd.tsx";
import { TodoList } from "#demos/todo/web/TodoList.tsx";
import type { Board } from "#demos/todo/web/useBoard.ts";
import { ViewChips } from "#demos/todo/web/ViewChips.tsx";
import { ListPane } from "#web/panes/ListPane.tsx";

const EmptyView = lazy(() => import("#demos/todo/web/EmptyView.tsx").then((module) => ({ default: module.EmptyView })));
const TodoSelectionBar = lazy(() =>
  import("#demos/todo/web/TodoSelectionBar.tsx").then((module) => ({ default: module.TodoSelectionBar })),
);

type TodoListPaneProps = { readonly board: Board; readonly title: string };

/** One view: its head, the line that adds to it, its to-dos, and what can be done with the selected ones. */
export function TodoListPane({ board, title }: TodoListPaneProps) {
  const { overview, place, counts, rows, shown, display, setDisplay } = board;
  const isDeletedView = place.view.kind === "filter" && place.view.handle === "deleted";
  const head = (
    <ListHead
      title={title}
      openCount={shown.filter((todo) => !todo.completed && !todo.deleted).length}
      display={display}
      onDisplay={setDisplay}
      canHideDone={!isDeletedView && place.view.handle !== "completed"}
      search={place.search}
      onSearch={place.setSearch}
      searchRef={board.searchRef}
      isSelecting={rows.isSelecting}
      onSelecting={rows.setSelecting}
    />
  );
  return (
    <ListPane
      label={title}
      head={head}
      sideReplacement={<ViewChips overview={overview} counts={counts} view={place.view} />}
    >
      {isDeletedView && shown.length > 0 && <DeletedNote onDeleteAll={() => board.deleteForEver(shown)} />}
      {board.title !== null && !isDeletedView && (
        <QuickAdd
          overview={overview}
          view={place.view}
          clock={board.clock}
          fieldRef={board.addRef}
          onAdd={(added, onRefused) => rows.activate(board.actions.add(added, onRefused))}
          onLeave={rows.focusActive}
        />
      )}
      <Rows board={board} title={title} />
    </ListPane>
  );
}

function Rows({ board, title }: TodoListPaneProps) {
  const { place, counts, display, setDisplay, shown, rows, overview, actions } = board;
  const { view, search } = place;
  if (shown.length === 0)
    return (
      <Suspense fallback={null}>
        <EmptyView
          isKnown={board.title !== null}
          view={view}
          search={search}
          onClearSearch={() => place.setSearch("")}
          hidesDone={display.hidesDone && (counts[`${view.kind}/${view.handle}`] ?? 0) > 0}
          onShowDone={() => setDisplay({ ...display, hidesDone: false })}
        />
      </Suspense>
    );
  return (
    <>
      <TodoList
        title={title}
        groups={board.groups}
        labels={overview.labels}
        rows={rows}
        openId={place.openId}
        text={board.text}
        actions={actions}
        onKeyDown={board.onKeyDown}
      />
      {rows.selected.length > 0 && (
        <Suspense>
          <TodoSelectionBar
            todos={rows.selected}
            overview={overview}
            actions={actions}
            open={board.chooser}
            onOpen={board.setChooser}
            onDeleteForEver={board.deleteForEver}
            onClear={rows.clear}
          />
        </Suspense>
      )}
    </>
  );
}
