import { useEffect, useState } from "react";
import { GonePanel } from "#demos/todo/web/GonePanel.tsx";
import { ListPane } from "#demos/todo/web/ListPane.tsx";
import { SidePane } from "#demos/todo/web/SidePane.tsx";
import styles from "#demos/todo/web/TodoBoard.module.css";
import type { TodoDetail } from "#demos/todo/web/TodoDetail.tsx";
import { type Board, useBoard } from "#demos/todo/web/useBoard.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useMessages } from "#web/useMessages.ts";

/** The three panes, once there is something to show in them. */
export function TodoBoard({ overview }: { readonly overview: Overview }) {
  const words = useMessages("todo");
  const Detail = useDetail();
  const board = useBoard(overview);
  const { place, counts, title } = board;
  useDocumentTitle(title ?? words("empty.unknownTitle"));
  return (
    <div className={styles.screen}>
      <div className={styles.panes} data-detail={place.openId !== null || undefined}>
        <div className={styles.side}>
          <SidePane overview={overview} counts={counts} view={place.view} />
        </div>
        <ListPane board={board} title={title ?? words("empty.unknownTitle")} />
        {place.openId !== null && Detail !== null && <DetailPane Detail={Detail} board={board} id={place.openId} />}
      </div>
    </div>
  );
}

/**
 * The panel of one to-do, fetched behind the list so that the list is there sooner. As state and not as a lazy component:
 * the board draws anew when it has come, and its effects find the fields to focus.
 */
function useDetail(): typeof TodoDetail | null {
  const [loaded, setLoaded] = useState<{ readonly Detail: typeof TodoDetail } | null>(null);
  useEffect(() => {
    void import("#demos/todo/web/TodoDetail.tsx").then((module) => setLoaded({ Detail: module.TodoDetail }));
  }, []);
  return loaded?.Detail ?? null;
}

type DetailPaneProps = { readonly Detail: typeof TodoDetail; readonly board: Board; readonly id: string };

function DetailPane({ Detail, board, id }: DetailPaneProps) {
  const { overview, clock, actions, titleRef, keys, deleteForEver, place } = board;
  const open = overview.todos.find((todo) => todo.id === id);
  if (open === undefined) return <GonePanel onClose={place.close} />;
  return (
    <Detail
      todo={open}
      overview={overview}
      clock={clock}
      actions={actions}
      titleRef={titleRef}
      panelRef={keys.panelRef}
      onDeleteForEver={deleteForEver}
      onClose={keys.handleClose}
    />
  );
}
