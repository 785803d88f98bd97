import type { KeyboardEvent } from "react";
import type { Translate } from "#web/messageKeys.ts";
import type { DetailFocus } from "#web/panes/useDetailFocus.ts";
import type { Rows } from "#web/panes/useRows.ts";
import type { KeyBinding } from "#web/ui/keyboard.ts";
import { useKeys } from "#web/ui/useKeys.ts";

type ListKeys<Row extends { readonly id: string }> = {
  readonly rows: Rows<Row>;
  readonly detail: DetailFocus;
  /** The screen's messages: what each key does, for the help. */
  readonly t: Translate<`keys.${"next" | "previous" | "select" | "selectAll" | "open" | "leave"}`>;
  /** The screen's own keys. */
  readonly keys: readonly KeyBinding[];
};

const pageRows = 10;

/**
 * The keyboard of a list pane with its detail pane. Letters work from anywhere on the screen and are listed in the help that `?`
 * opens: j and k move, x and a select, o opens, Escape clears the selection or closes. Returns `onKeyDown` for the list:
 * arrows, Page, Home, End, Enter and Space, which belong to the row that has the focus.
 */
export function useListKeys<Row extends { readonly id: string }>(list: ListKeys<Row>): (event: KeyboardEvent) => void {
  const { rows, detail, t, keys } = list;
  useKeys([
    ...keys,
    { keys: "j", label: t("keys.next"), onKey: () => rows.goBy(1) },
    { keys: "k", label: t("keys.previous"), onKey: () => rows.goBy(-1) },
    { keys: "x", label: t("keys.select"), onKey: () => toggleActive(rows, false) },
    { keys: "a", label: t("keys.selectAll"), onKey: rows.selectAll },
    { keys: "o", label: t("keys.open"), onKey: detail.open },
  ]);
  const leave = (event: Event) => {
    // It closed a menu that has already been removed.
    if (event.target instanceof Node && !event.target.isConnected) return;
    if (rows.selected.length > 0) rows.clear();
    else detail.close();
  };
  useKeys([{ keys: "Escape", label: t("keys.leave"), onKey: leave }], rows.selected.length > 0 || detail.isOpen);
  return (event) => {
    if (!(event.target as HTMLElement).matches("[data-id]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (event.shiftKey ? rows.extendBy(1) : rows.goBy(1)),
      ArrowUp: () => (event.shiftKey ? rows.extendBy(-1) : rows.goBy(-1)),
      PageDown: () => rows.goBy(pageRows),
      PageUp: () => rows.goBy(-pageRows),
      Home: () => rows.goTo(0),
      End: () => rows.goTo(rows.count - 1),
      Enter: detail.open,
      " ": () => toggleActive(rows, event.shiftKey),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}

const toggleActive = <Row extends { readonly id: string }>({ active, handlers }: Rows<Row>, shiftKey: boolean) =>
  active && handlers.onToggle(active.id, { shiftKey });
