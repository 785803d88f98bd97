import { useMemo, useRef, useState } from "react";
import { DeletedNote } from "#demos/todo/web/DeletedNote.tsx";
import { EmptyView } from "#demos/todo/web/EmptyView.tsx";
import { GonePanel } from "#demos/todo/web/GonePanel.tsx";
import { ListHead } from "#demos/todo/web/ListHead.tsx";
import { QuickAdd } from "#demos/todo/web/QuickAdd.tsx";
import { type OpenChooser, SelectionBar } from "#demos/todo/web/SelectionBar.tsx";
import { SidePane } from "#demos/todo/web/SidePane.tsx";
import styles from "#demos/todo/web/TodoBoard.module.css";
import { TodoDetail } from "#demos/todo/web/TodoDetail.tsx";
import { TodoList } from "#demos/todo/web/TodoList.tsx";
import { useClock } from "#demos/todo/web/useClock.ts";
import { useDeleteForEver } from "#demos/todo/web/useDeleteForEver.ts";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { useRows } from "#demos/todo/web/useRows.ts";
import { firstLook, type Look, useCounts, useShownTodos } from "#demos/todo/web/useShownTodos.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import { useTodoActions } from "#demos/todo/web/useTodoActions.ts";
import { useTodoKeys } from "#demos/todo/web/useTodoKeys.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { useTodoView } from "#demos/todo/web/useTodoView.ts";
import { ViewChips } from "#demos/todo/web/ViewChips.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useStored } from "#web/ui/useStored.ts";
import { useWords } from "#web/useWords.ts";

/** The three panes, once there is something to show in them. */
export function TodoBoard({ overview }: { readonly overview: Overview }) {
  const words = useWords("todo");
  const titles = useTitles();
  const clock = useClock();
  const text = useMomentText(clock);
  const place = useTodoView();
  const actions = useTodoActions();
  const [look, setLook] = useStored<Look>("mizan.todo.look", firstLook);
  const [chooser, setChooser] = useState<OpenChooser>(null);
  const groups = useShownTodos(overview, { view: place.view, search: place.search, look, clock });
  const counts = useCounts(overview, clock);
  const shown = useMemo(() => groups.flatMap(({ todos }) => todos), [groups]);
  const rows = useRows(shown, place);
  const refs = {
    quickAdd: useRef<HTMLInputElement>(null),
    search: useRef<HTMLInputElement>(null),
    title: useRef<HTMLTextAreaElement>(null),
  };
  const deleteForEver = useDeleteForEver(actions, () => {
    rows.clear();
    place.close();
  });
  const keys = useTodoKeys({ rows, refs, place, actions, look, setLook, setChooser, deleteForEver });
  const title = titles.view(place.view, overview);
  useDocumentTitle(title ?? words("empty.unknownTitle"));
  const open = place.openId === null ? null : overview.todos.find(({ id }) => id === place.openId);
  const isDeletedView = place.view.kind === "filter" && place.view.handle === "deleted";
  return (
    <div className={styles.screen}>
      <div className={styles.panes} data-detail={place.openId !== null || undefined}>
        <div className={styles.side}>
          <SidePane overview={overview} counts={counts} view={place.view} />
        </div>
        <section className={styles.list} aria-label={title ?? words("empty.unknownTitle")}>
          <ListHead
            title={title ?? words("empty.unknownTitle")}
            openCount={shown.filter((todo) => !todo.completed && !todo.deleted).length}
            look={look}
            onLook={setLook}
            canHideDone={!isDeletedView && place.view.handle !== "completed"}
            search={place.search}
            onSearch={place.setSearch}
            searchRef={refs.search}
            isTicking={rows.isTicking}
            onTicking={rows.setTicking}
          />
          <div className={styles.chips}>
            <ViewChips overview={overview} counts={counts} view={place.view} />
          </div>
          {isDeletedView && shown.length > 0 && <DeletedNote onDeleteAll={() => deleteForEver(shown)} />}
          {title !== null && !isDeletedView && (
            <QuickAdd
              overview={overview}
              view={place.view}
              clock={clock}
              fieldRef={refs.quickAdd}
              onAdd={(added) => rows.activate(actions.add(added))}
              onLeave={rows.focusActive}
            />
          )}
          {shown.length === 0 ? (
            <EmptyView
              isKnown={title !== null}
              view={place.view}
              search={place.search}
              onClearSearch={() => place.setSearch("")}
              hidesDone={look.hidesDone && (counts[`${place.view.kind}/${place.view.handle}`] ?? 0) > 0}
              onShowDone={() => setLook({ ...look, hidesDone: false })}
            />
          ) : (
            <TodoList
              title={title ?? ""}
              groups={groups}
              labels={overview.labels}
              selection={rows.selection}
              isTicking={rows.isTicking}
              activeKey={rows.activeKey}
              openId={place.openId}
              text={text}
              actions={actions}
              handlers={rows.handlers}
              onKeyDown={keys.handleRowKey}
              region={rows.region}
            />
          )}
          {rows.selected.length > 0 && (
            <SelectionBar
              todos={rows.selected}
              overview={overview}
              actions={actions}
              open={chooser}
              onOpen={setChooser}
              onDeleteForEver={deleteForEver}
              onClear={rows.clear}
            />
          )}
        </section>
        {open && (
          <TodoDetail
            todo={open}
            overview={overview}
            clock={clock}
            actions={actions}
            titleRef={refs.title}
            panelRef={keys.panelRef}
            onDeleteForEver={deleteForEver}
            onClose={keys.handleClose}
          />
        )}
        {open === undefined && <GonePanel onClose={place.close} />}
      </div>
    </div>
  );
}
