import { lazy, Suspense } from "react";
import { DeletedNote } from "#demos/todo/web/DeletedNote.tsx";
import { EmptyView } from "#demos/todo/web/EmptyView.tsx";
import { ListHead } from "#demos/todo/web/ListHead.tsx";
import { QuickAdd } from "#demos/todo/web/QuickAdd.tsx";
import styles from "#demos/todo/web/TodoBoard.module.css";
import { TodoList } from "#demos/todo/web/TodoList.tsx";
import type { Board } from "#demos/todo/web/useBoard.ts";
import { ViewChips } from "#demos/todo/web/ViewChips.tsx";

const SelectionBar = lazy(() =>
  import("#demos/todo/web/SelectionBar.tsx").then((module) => ({ default: module.SelectionBar })),
);

type ListPaneProps = { readonly board: Board; readonly title: string };

/** One view: its head, the line that adds to it, its to-dos, and what can be done with the ticked ones. */
export function ListPane({ board, title }: ListPaneProps) {
  const { overview, place, counts, rows, shown, look, setLook } = board;
  const isDeletedView = place.view.kind === "filter" && place.view.handle === "deleted";
  return (
    <section className={styles.list} aria-label={title}>
      <ListHead
        title={title}
        openCount={shown.filter((todo) => !todo.completed && !todo.deleted).length}
        look={look}
        onLook={setLook}
        canHideDone={!isDeletedView && place.view.handle !== "completed"}
        search={place.search}
        onSearch={place.setSearch}
        searchRef={board.searchRef}
        isTicking={rows.isTicking}
        onTicking={rows.setTicking}
      />
      <div className={styles.chips}>
        <ViewChips overview={overview} counts={counts} view={place.view} />
      </div>
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
    </section>
  );
}

function Rows({ board, title }: ListPaneProps) {
  const { place, counts, look, setLook, shown, rows, overview, actions } = board;
  const { view, search } = place;
  if (shown.length === 0)
    return (
      <EmptyView
        isKnown={board.title !== null}
        view={view}
        search={search}
        onClearSearch={() => place.setSearch("")}
        hidesDone={look.hidesDone && (counts[`${view.kind}/${view.handle}`] ?? 0) > 0}
        onShowDone={() => setLook({ ...look, hidesDone: false })}
      />
    );
  return (
    <>
      <TodoList
        title={title}
        groups={board.groups}
        labels={overview.labels}
        selection={rows.selection}
        isTicking={rows.isTicking}
        activeId={rows.activeId}
        openId={place.openId}
        text={board.text}
        actions={actions}
        handlers={rows.handlers}
        onKeyDown={board.keys.handleRowKey}
        region={rows.region}
        onDrawn={rows.focusWanted}
      />
      {rows.selected.length > 0 && (
        <Suspense>
          <SelectionBar
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
