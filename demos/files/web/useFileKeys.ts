import { type KeyboardEvent, useRef } from "react";
import type { DocumentRow } from "#demos/files/contract.ts";
import type { FileActions } from "#demos/files/web/useFileActions.ts";
import type { DetailFocus } from "#web/panes/useDetailFocus.ts";
import type { Rows } from "#web/panes/useRows.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

type FileKeys = {
  readonly rows: Rows<DocumentRow>;
  readonly shown: readonly DocumentRow[];
  readonly detail: DetailFocus;
  readonly actions: FileActions;
  readonly isTrash: boolean;
  /** Opens a folder, or the preview of a file. */
  readonly onEnter: (row: DocumentRow) => void;
  readonly onUp: () => void;
  readonly onRename: () => void;
  readonly onPaste: () => void;
};

/** Keys of the page, which no name begins with: the search and the keyboard help. */
const pageKeys: ReadonlySet<string> = new Set(["/", "?"]);
const typedMs = 900;
const pageRows = 10;

/**
 * The keys of a file manager, for the row that has the focus: arrows, Enter, Backspace, F2, Delete, the clipboard, and
 * letters, which go to the next name that begins with them.
 */
export function useFileKeys(keys: FileKeys): (event: KeyboardEvent) => void {
  const { rows, detail, actions, isTrash, shown } = keys;
  const t = useMessages("documents");
  const typed = useRef({ text: "", at: 0 });
  const leave = () => (rows.selected.length > 0 ? rows.clear() : detail.close());
  useKeys([{ keys: "Escape", label: t("keys.leave"), onKey: leave }], rows.selected.length > 0 || detail.isOpen);
  const jump = (letter: string, at: number) => {
    const { text, at: before } = typed.current;
    const word = at - before < typedMs ? text + letter : letter;
    typed.current = { text: word, at };
    const from = rows.active === null ? 0 : shown.indexOf(rows.active) + (word.length === 1 ? 1 : 0);
    const order = [...shown.slice(from), ...shown.slice(0, from)];
    const found = order.find(({ name }) => name.toLocaleLowerCase().startsWith(word.toLocaleLowerCase()));
    if (found !== undefined) rows.goTo(shown.indexOf(found));
  };
  return (event) => {
    if (!(event.target as HTMLElement).matches("[data-id]") || event.altKey) return;
    const isModified = event.ctrlKey || event.metaKey;
    const action = isModified ? clipboardAction(keys, event) : plainAction(keys, event);
    if (action === undefined) {
      if (isModified || event.key.length !== 1 || pageKeys.has(event.key)) return;
      jump(event.key, event.timeStamp);
    } else action();
    event.preventDefault();
    event.stopPropagation();
  };

  function plainAction({ onEnter, onUp, onRename }: FileKeys, { key, shiftKey }: KeyboardEvent) {
    const remove = () =>
      isTrash
        ? rows.act((items) => void actions.remove(items))
        : rows.actAndAdvance((items) => void actions.trash(items));
    const byKey: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (shiftKey ? rows.extendBy(1) : rows.goBy(1)),
      ArrowUp: () => (shiftKey ? rows.extendBy(-1) : rows.goBy(-1)),
      PageDown: () => rows.goBy(pageRows),
      PageUp: () => rows.goBy(-pageRows),
      Home: () => rows.goTo(0),
      End: () => rows.goTo(rows.count - 1),
      Enter: () => rows.active && onEnter(rows.active),
      Backspace: onUp,
      Delete: remove,
      F2: onRename,
      " ": () => rows.active && rows.handlers.onToggle(rows.active.id, { shiftKey }),
    };
    return byKey[key];
  }

  function clipboardAction({ onPaste }: FileKeys, { key }: KeyboardEvent) {
    const byKey: Readonly<Record<string, () => void>> = {
      a: rows.selectAll,
      c: () => rows.act((items) => actions.setClipboard({ kind: "copy", items })),
      x: () => rows.act((items) => actions.setClipboard({ kind: "move", items })),
      v: onPaste,
    };
    return byKey[key.toLowerCase()];
  }
}
