import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { TodoRecord } from "#demos/todo/contract.ts";
import type { OpenChooser } from "#demos/todo/web/SelectionBar.tsx";
import type { Rows } from "#demos/todo/web/useRows.ts";
import type { Look } from "#demos/todo/web/useShownTodos.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import type { useTodoView } from "#demos/todo/web/useTodoView.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import type { KeyBinding } from "#web/ui/keyboard.ts";
import type { KeyUnder, MessageKey } from "#web/messageKeys.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

type TodoKeys = {
  readonly rows: Rows;
  readonly addRef: RefObject<HTMLInputElement | null>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly titleRef: RefObject<HTMLTextAreaElement | null>;
  readonly place: ReturnType<typeof useTodoView>;
  readonly actions: TodoActions;
  readonly look: Look;
  readonly setLook: (look: Look) => void;
  readonly setChooser: (open: OpenChooser) => void;
  readonly deleteForEver: (todos: readonly TodoRecord[]) => void;
};

const pageRows = 10;

/**
 * The keyboard of the application. Letters work from anywhere on the screen and stand in its help; arrows, Enter and
 * Space only where a row has the focus. What they act on: all that is ticked, else where the keyboard is.
 */
export function useTodoKeys(keys: TodoKeys) {
  const { rows, addRef, searchRef, place } = keys;
  const words = useMessages("todo");
  const { open, edit, panelRef, handleClose } = useOpening(keys);
  const key: MakeKey = (stroke, name, onKey) => ({
    keys: stroke,
    label: words(`keys.${name}`),
    onKey,
  });
  useKeys([
    { keys: "n", label: words("keys.add"), onKey: () => addRef.current?.focus() },
    { keys: "q", label: words("keys.add"), onKey: () => addRef.current?.focus() },
    { keys: "/", label: words("keys.search"), onKey: () => searchRef.current?.focus() },
    key("j", "next", () => rows.goBy(1)),
    key("k", "previous", () => rows.goBy(-1)),
    key("x", "select", () => rows.active && rows.handlers.onTick(rows.active.id, { shiftKey: false })),
    key("a", "selectAll", rows.tickAll),
    key("o", "open", open),
    key("e", "edit", edit),
    ...useActingKeys(keys, key),
  ]);
  const isEscapable = rows.selected.length > 0 || place.openId !== null;
  const leave = (event: Event) => {
    // It closed a menu, which is gone already.
    if (event.target instanceof Node && !event.target.isConnected) return;
    if (rows.selected.length > 0) rows.clear();
    else handleClose();
  };
  useKeys([key("Escape", "leave", leave)], isEscapable);
  return { handleRowKey: rowKeysOf(rows, open), panelRef, handleClose };
}

type MakeKey = (stroke: string, name: KeyUnder<"keys", MessageKey<"todo">>, onKey: KeyBinding["onKey"]) => KeyBinding;

function useActingKeys({ rows, place, actions, look, setLook, setChooser, deleteForEver }: TodoKeys, key: MakeKey) {
  const isSelection = rows.selected.length > 0;
  const targets = isSelection || rows.active === null ? rows.selected : [rows.active];
  const act = (on: (todos: readonly TodoRecord[]) => void) => () => {
    if (targets.length > 0) on(targets);
  };
  /** What leaves its place leaves the keyboard at the next row. */
  const leave = (on: (todos: readonly TodoRecord[]) => void) =>
    act((todos) => {
      const isLast = rows.index === rows.count - 1;
      if (!isSelection) rows.goBy(isLast ? -1 : 1);
      on(todos);
      rows.clear();
    });
  const choose = (chooser: OpenChooser) =>
    act(([first]) => {
      if (!isSelection && first) rows.handlers.onTick(first.id, { shiftKey: false });
      setChooser(chooser);
    });
  const remove = (todos: readonly TodoRecord[]) => {
    if (todos.every(({ deleted }) => deleted)) return deleteForEver(todos);
    actions.remove(todos);
    if (todos.some(({ id }) => id === place.openId) && rows.count <= 1) place.close();
  };
  return [
    key(
      "d",
      "done",
      leave((todos) => actions.complete(todos, !todos.every(({ completed }) => completed))),
    ),
    key(
      "s",
      "star",
      act((todos) => actions.star(todos, !todos.every(({ starred }) => starred))),
    ),
    key(
      "!",
      "important",
      act((todos) => actions.flag(todos, !todos.every(({ important }) => important))),
    ),
    key("l", "label", choose("label")),
    key("m", "move", choose("folder")),
    key("#", "delete", leave(remove)),
    key("h", "hideDone", () => setLook({ ...look, hidesDone: !look.hidesDone })),
    key("z", "undo", actions.undo),
  ];
}

/** Opening with the keyboard takes the focus along; closing gives it back to the row. */
function useOpening({ rows, titleRef, place }: TodoKeys) {
  const isPhone = useIsPhone();
  const panelRef = useRef<HTMLElement>(null);
  const wanted = useRef<"panel" | "title" | null>(isPhone ? "panel" : null);
  useEffect(() => {
    const target = wanted.current === "title" ? titleRef.current : panelRef.current;
    if (wanted.current === null || target === null) return;
    wanted.current = isPhone && place.openId === null ? "panel" : null;
    target.focus();
  });
  const openWith = (focus: "panel" | "title") => () => {
    if (rows.active === null) return;
    wanted.current = focus;
    if (place.openId === rows.active.id) {
      (focus === "title" ? titleRef.current : panelRef.current)?.focus();
      wanted.current = null;
    } else place.open(rows.active.id);
  };
  const handleClose = () => {
    place.close();
    if (!isPhone) rows.focusActive();
  };
  return { panelRef, open: openWith("panel"), edit: openWith("title"), handleClose };
}

const rowKeysOf = (rows: Rows, open: () => void) => (event: KeyboardEvent) => {
  if (!(event.target as HTMLElement).matches("[data-id]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (event.shiftKey ? rows.extendBy(1) : rows.goBy(1)),
    ArrowUp: () => (event.shiftKey ? rows.extendBy(-1) : rows.goBy(-1)),
    PageDown: () => rows.goBy(pageRows),
    PageUp: () => rows.goBy(-pageRows),
    Home: () => rows.goTo(0),
    End: () => rows.goTo(rows.count - 1),
    Enter: open,
    " ": () => rows.active && rows.handlers.onTick(rows.active.id, { shiftKey: event.shiftKey }),
  };
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  action();
};
