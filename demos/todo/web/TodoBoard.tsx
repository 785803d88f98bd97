import { useEffect, useState } from "react";
import type { OpenTodo } from "#demos/todo/web/OpenTodo.tsx";
import { TodoListPane } from "#demos/todo/web/TodoListPane.tsx";
import { TodoSidePane } from "#demos/todo/web/TodoSidePane.tsx";
import { useBoard } from "#demos/todo/web/useBoard.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { Panes } from "#web/panes/Panes.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useMessages } from "#web/useMessages.ts";

/** The three panes, once there is data to show in them. */
export function TodoBoard({ overview }: { readonly overview: Overview }) {
  const t = useMessages("todo");
  const loaded = useOpenTodo();
  const board = useBoard(overview);
  const { place, counts } = board;
  const title = board.title ?? t("empty.unknownTitle");
  useDocumentTitle(title);
  return (
    <Panes
      side={<TodoSidePane overview={overview} counts={counts} view={place.view} />}
      list={<TodoListPane board={board} title={title} />}
      isDetailOpen={place.openId !== null}
      detail={place.openId !== null && loaded && <loaded.Open board={board} id={place.openId} />}
    />
  );
}

/**
 * The panel of one to-do, loaded after the list so that the list appears sooner. State and not a lazy component: the
 * board renders again when it has loaded, and its effects find the fields to focus.
 */
function useOpenTodo(): { readonly Open: typeof OpenTodo } | null {
  const [loaded, setLoaded] = useState<{ readonly Open: typeof OpenTodo } | null>(null);
  useEffect(() => {
    void import("#demos/todo/web/OpenTodo.tsx").then((module) => setLoaded({ Open: module.OpenTodo }));
  }, []);
  return loaded;
}
