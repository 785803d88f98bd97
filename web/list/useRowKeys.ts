import { useRouter } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import { addressOf, type ListDefinition } from "#web/list/defineList.ts";
import type { useRowFocus } from "#web/list/useRowFocus.ts";
import { useCan } from "#web/session.tsx";
import { useToasts } from "#web/ui/toasts.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

type RowKeys = {
  readonly list: ListDefinition<never>;
  readonly focus: ReturnType<typeof useRowFocus>;
  readonly ids: readonly string[];
  readonly onToggle: (id: string, event: { readonly shiftKey: boolean }) => void;
  readonly onExtend: (ids: readonly string[]) => void;
  readonly onOpen: (id: string) => void;
  /** Null if deleting is not possible. */
  readonly onRemove: ((id: string) => void) | null;
  /** Null if no column can be changed in place. */
  readonly onEdit: ((id: string) => void) | null;
  readonly onPreview: (id: string) => void;
  readonly onClear: () => void;
  readonly hasSelection: boolean;
};

const pageRows = 10;

/**
 * The keyboard of a list. Letters work anywhere on the screen and are listed in its help. Arrows, Enter and Space work
 * only while a row has the focus, because elsewhere the focused element needs them.
 */
export function useRowKeys(keys: RowKeys): (event: KeyboardEvent) => void {
  const messages = useMessages("list");
  const shellMessages = useMessages();
  const toasts = useToasts();
  const { list, focus, ids, onToggle, onExtend, onOpen, onRemove, onEdit, onPreview } = keys;
  const router = useRouter();
  const can = useCan();
  const { activeId, moveBy, moveTo } = focus;
  const edit = () => activeId && void router.navigate({ to: addressOf(list, activeId), search: { edit: "yes" } });
  const extend = (by: number) => {
    const next = activeId && ids[ids.indexOf(activeId) + by];
    if (next) onExtend([activeId, next]);
    moveBy(by);
  };
  const undo = () => {
    if (!toasts.undoLatest()) toasts.show({ variant: "info", text: shellMessages("nothingToUndo") });
  };
  useKeys([
    { keys: "j", label: messages("keys.next"), onKey: () => moveBy(1) },
    { keys: "k", label: messages("keys.previous"), onKey: () => moveBy(-1) },
    { keys: "x", label: messages("keys.select"), onKey: () => activeId && onToggle(activeId, { shiftKey: false }) },
    { keys: "p", label: messages("keys.preview"), onKey: () => activeId && onPreview(activeId) },
    { keys: "o", label: messages("keys.open"), onKey: () => activeId && onOpen(activeId) },
    ...(list.update && can(list.update) ? [{ keys: "e", label: messages("keys.edit"), onKey: edit }] : []),
    ...(onEdit
      ? [
          { keys: "F2", label: messages("keys.editCells"), onKey: () => activeId && onEdit(activeId) },
          { keys: "z", label: messages("keys.undo"), onKey: undo },
        ]
      : []),
    ...(onRemove ? [{ keys: "#", label: messages("keys.delete"), onKey: () => activeId && onRemove(activeId) }] : []),
    ...(list.create && can(list.create)
      ? [
          {
            keys: "n",
            label: messages("keys.new"),
            onKey: () => void router.navigate({ to: `${list.path}/new` }),
          },
        ]
      : []),
  ]);
  const clear = () => {
    // Closes the topmost layer first.
    if (document.querySelector(".mantine-Popover-dropdown, .mantine-Menu-dropdown") === null) keys.onClear();
  };
  useKeys([{ keys: "Escape", label: messages("clearSelection"), onKey: clear }], keys.hasSelection);
  return (event) => {
    if (!(event.target as HTMLElement).matches("tr") || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (event.shiftKey ? extend(1) : moveBy(1)),
      ArrowUp: () => (event.shiftKey ? extend(-1) : moveBy(-1)),
      PageDown: () => moveBy(pageRows),
      PageUp: () => moveBy(-pageRows),
      Home: () => moveTo(0),
      End: () => moveTo(ids.length - 1),
      Enter: () => activeId && onOpen(activeId),
      Delete: () => activeId && onRemove?.(activeId),
      " ": () => activeId && (event.shiftKey ? onToggle(activeId, event) : onPreview(activeId)),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}
