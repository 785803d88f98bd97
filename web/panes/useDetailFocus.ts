import { type RefObject, useEffect, useRef } from "react";
import type { OpenRecord } from "#web/panes/useOpenRecord.ts";
import type { Rows } from "#web/panes/useRows.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";

export type DetailFocus = ReturnType<typeof useDetailFocus>;
type Target = RefObject<HTMLElement | null>;

type Options = { readonly rows: Pick<Rows<{ id: string }>, "active" | "focusActive">; readonly opened: OpenRecord };

/**
 * Where the focus goes between list and detail pane. Opening with the keyboard takes it along, closing gives it back to the
 * row. On a phone the detail pane is a page of its own and always takes it.
 */
export function useDetailFocus({ rows, opened }: Options) {
  const isPhone = useIsPhone();
  const panelRef = useRef<HTMLElement>(null);
  const pending = useRef<Target | null>(null);
  const latestId = useRef<string | null>(null);
  const { openId } = opened;
  // After every rendering: the pane may be fetched behind the list.
  useEffect(() => {
    if (isPhone && openId !== null && latestId.current === null) pending.current ??= panelRef;
    if (openId === null && latestId.current !== null) pending.current = null;
    latestId.current = openId;
    const target = pending.current?.current;
    if (openId === null || !target) return;
    pending.current = null;
    target.focus();
  });
  const openAt = (target: Target) => {
    if (rows.active === null) return;
    if (openId === rows.active.id) target.current?.focus();
    else {
      pending.current = target;
      opened.open(rows.active.id);
    }
  };
  return {
    /** For `DetailPane`. */
    panelRef,
    isOpen: openId !== null,
    /** Opens the row that the keyboard is at. */
    open: () => openAt(panelRef),
    /** Opens it and goes to one of its fields. */
    openAt,
    close: () => {
      opened.close();
      if (!isPhone) rows.focusActive();
    },
  };
}
