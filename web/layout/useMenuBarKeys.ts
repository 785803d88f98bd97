import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

const barItems = '[role="menubar"] > li > [role="menuitem"]';
const menuItems = '[role="menu"] [role="menuitem"]';

/**
 * The keys of a menubar (WAI-ARIA): arrows move along the bar and within an open menu, Enter, Space and the arrow down
 * open one, Esc and Tab close it. One item of the bar is in the tab order: the one that had the focus last.
 */
export function useMenuBarKeys() {
  const barRef = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    if (open === null) return;
    const handleTouch = ({ target }: Event) => {
      if (target instanceof Node && !barRef.current?.contains(target)) setOpen(null);
    };
    document.addEventListener("pointerdown", handleTouch);
    return () => document.removeEventListener("pointerdown", handleTouch);
  }, [open]);
  const find = (selector: string) => Array.from(barRef.current?.querySelectorAll<HTMLElement>(selector) ?? []);

  const focusMenu = (isLast: boolean) =>
    requestAnimationFrame(() =>
      find(menuItems)
        .at(isLast ? -1 : 0)
        ?.focus(),
    );
  const moveAlong = (from: HTMLElement | undefined, step: number) => {
    const items = find(barItems);
    const next = items.at((items.indexOf(from!) + step) % items.length);
    focusInBar(items, next);
    if (open === null || !next) return;
    setOpen(next.hasAttribute("aria-haspopup") ? (next.dataset["id"] ?? null) : null);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const owner = event.target
      .closest<HTMLElement>('[role="menubar"] > li')
      ?.querySelector<HTMLElement>('[role="menuitem"]');
    if (!owner) return;
    const inMenu = event.target.closest('[role="menu"]') !== null;
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    const hasMenu = owner.hasAttribute("aria-haspopup");
    const items = find(menuItems);
    const at = items.indexOf(event.target);
    if (step !== undefined) moveAlong(owner, step);
    else if (event.key === "Escape" && open !== null) {
      setOpen(null);
      owner.focus();
    } else if (inMenu && event.key === "ArrowDown") items[(at + 1) % items.length]?.focus();
    else if (inMenu && event.key === "ArrowUp") items.at(at - 1)?.focus();
    else if (event.key === "Home") (inMenu ? items : find(barItems)).at(0)?.focus();
    else if (event.key === "End") (inMenu ? items : find(barItems)).at(-1)?.focus();
    else if (!inMenu && hasMenu && ["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key)) {
      setOpen(owner.dataset["id"] ?? null);
      focusMenu(event.key === "ArrowUp");
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(null);
  };
  const handleFocus = ({ target }: FocusEvent) => {
    const items = find(barItems);
    if (target instanceof HTMLElement && items.includes(target)) focusInBar(items, target);
  };
  return { barRef, open, setOpen, handlers: { onKeyDown: handleKeyDown, onBlur: handleBlur, onFocus: handleFocus } };
}

function focusInBar(items: readonly HTMLElement[], next: HTMLElement | undefined): void {
  if (!next) return;
  for (const item of items) item.tabIndex = item === next ? 0 : -1;
  if (document.activeElement !== next) next.focus();
}
