import type { RefObject } from "react";
import type { TodoRecord } from "#demos/todo/contract.ts";
import type { OpenChooser } from "#demos/todo/web/TodoSelectionBar.tsx";
import type { DisplayOptions } from "#demos/todo/web/useShownTodos.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import type { useTodoView } from "#demos/todo/web/useTodoView.ts";
import type { KeyUnder, MessageKey } from "#web/messageKeys.ts";
import type { DetailFocus } from "#web/panes/useDetailFocus.ts";
import { useListKeys } from "#web/panes/useListKeys.ts";
import type { Rows } from "#web/panes/useRows.ts";
import type { KeyBinding } from "#web/ui/keyboard.ts";
import { useMessages } from "#web/useMessages.ts";

type TodoKeys = {
  readonly rows: Rows<TodoRecord>;
  readonly detail: DetailFocus;
  readonly addRef: RefObject<HTMLInputElement | null>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly titleRef: RefObject<HTMLTextAreaElement | null>;
  readonly place: ReturnType<typeof useTodoView>;
  readonly actions: TodoActions;
  readonly display: DisplayOptions;
  readonly setDisplay: (display: DisplayOptions) => void;
  readonly setChooser: (open: OpenChooser) => void;
  readonly deleteForEver: (todos: readonly TodoRecord[]) => void;
};

/** The keys of the application besides those of every list. Returns `onKeyDown` for the list. */
export function useTodoKeys(keys: TodoKeys) {
  const { rows, detail, addRef, searchRef, titleRef, place, actions, display, setDisplay, deleteForEver } = keys;
  const t = useMessages("todo");
  const key = (stroke: string, name: KeyUnder<"keys", MessageKey<"todo">>, onKey: () => void): KeyBinding => ({
    keys: stroke,
    label: t(`keys.${name}`),
    onKey,
  });
  const complete = (todos: readonly TodoRecord[]) =>
    actions.complete(todos, !todos.every(({ completed }) => completed));
  const star = (todos: readonly TodoRecord[]) => actions.star(todos, !todos.every(({ starred }) => starred));
  const flag = (todos: readonly TodoRecord[]) => actions.flag(todos, !todos.every(({ important }) => important));
  const remove = (todos: readonly TodoRecord[]) => {
    if (todos.every(({ deleted }) => deleted)) return deleteForEver(todos);
    actions.remove(todos);
    if (todos.some(({ id }) => id === place.openId) && rows.count <= 1) place.close();
  };
  const choose = (chooser: OpenChooser) => () =>
    rows.act(() => {
      rows.selectTargets();
      keys.setChooser(chooser);
    });
  return useListKeys({
    rows,
    detail,
    t,
    keys: [
      { keys: "n", label: t("keys.add"), onKey: () => addRef.current?.focus() },
      { keys: "q", label: t("keys.add"), onKey: () => addRef.current?.focus() },
      { keys: "/", label: t("keys.search"), onKey: () => searchRef.current?.focus() },
      key("e", "edit", () => detail.openAt(titleRef)),
      key("d", "done", () => rows.actAndAdvance(complete)),
      key("s", "star", () => rows.act(star)),
      key("!", "important", () => rows.act(flag)),
      key("l", "label", choose("label")),
      key("m", "move", choose("folder")),
      key("#", "delete", () => rows.actAndAdvance(remove)),
      key("h", "hideDone", () => setDisplay({ ...display, hidesDone: !display.hidesDone })),
      key("z", "undo", actions.undo),
    ],
  });
}
