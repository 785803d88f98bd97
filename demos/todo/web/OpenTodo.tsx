import { MissingTodoPane } from "#demos/todo/web/MissingTodoPane.tsx";
import { TodoDetail } from "#demos/todo/web/TodoDetail.tsx";
import type { Board } from "#demos/todo/web/useBoard.ts";

type OpenTodoProps = { readonly board: Board; readonly id: string };

/** The panel of one to-do, or that it is not there. */
export function OpenTodo({ board, id }: OpenTodoProps) {
  const { overview, clock, actions, titleRef, detail, deleteForEver } = board;
  const open = overview.todos.find((todo) => todo.id === id);
  if (open === undefined) return <MissingTodoPane panelRef={detail.panelRef} onClose={detail.close} />;
  return (
    <TodoDetail
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
