import { useEffect, useState } from "react";
import { MissingTodoPane } from "#demos/todo/web/MissingTodoPane.tsx";
import type { TodoDetail } from "#demos/todo/web/TodoDetail.tsx";
import { TodoListPane } from "#demos/todo/web/TodoListPane.tsx";
import { TodoSidePane } from "#demos/todo/web/TodoSidePane.tsx";
import { type Board, useBoard } from "#demos/todo/web/useBoard.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { Panes } from "#web/panes/Panes.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useMessages } from "#web/useMessages.ts";

/** The three panes, once there is data to show in them. */
export function TodoBoard({ overview }: { readonly overview: Overview }) {
  const t = useMessages("todo");
  const Detail = useDetail();
  const board = useBoard(overview);
  const { place, counts } = board;
  const title = board.title ?? t("empty.unknownTitle");
  useDocumentTitle(title);
  return (
    <Panes
      side={<TodoSidePane overview={overview} counts={counts} view={place.view} />}
      list={<TodoListPane board={board} title={title} />}
      isDetailOpen={place.openId !== null}
      detail={place.openId !== null && Detail && <OpenTodo Detail={Detail} board={board} id={place.openId} />}
    />
  );
}

/**
 * The panel of one to-do, loaded after the list so that the list appears sooner. State and not a lazy component: the
 * board renders again when it has loaded, and its effects find the fields to focus.
 */
function useDetail(): typeof TodoDetail | null {
  const [loaded, setLoaded] = useState<{ readonly Detail: typeof TodoDetail } | null>(null);
  useEffect(() => {
    void import("#demos/todo/web/TodoDetail.tsx").then((module) => setLoaded({ Detail: module.TodoDetail }));
  }, []);
  return loaded?.Detail ?? null;
}

type OpenTodoProps = { readonly Detail: typeof TodoDetail; readonly board: Board; readonly id: string };

function OpenTodo({ Detail, board, id }: OpenTodoProps) {
  const { overview, clock, actions, titleRef, detail, deleteForEver } = board;
  const open = overview.todos.find((todo) => todo.id === id);
  if (open === undefined) return <MissingTodoPane panelRef={detail.panelRef} onClose={detail.close} />;
  return (
    <Detail
      todo={open}
      overview={overview}
      clock={clock}
      actions={actions}
      titleRef={titleRef}
      panelRef={detail.panelRef}
      onDeleteForEver={deleteForEver}
      onClose={detail.close}
    />
  );
}
