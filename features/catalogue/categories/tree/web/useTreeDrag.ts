import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { TreeRow } from "#features/catalogue/categories/contract.ts";
import { type DropZone, type Place, placeOfDrop } from "#features/catalogue/categories/rules.ts";

type TreeDragInput = {
  readonly rows: readonly TreeRow[];
  readonly region: RefObject<HTMLDivElement | null>;
  readonly isOpen: (id: string) => boolean;
  readonly onOpen: (id: string) => void;
  readonly onDrop: (id: string, place: Place) => void;
};

type Over = { readonly id: string; readonly zone: DropZone };
type Drag = { readonly id: string; readonly over: Over | null };

/** Resting this long over a closed category opens it. */
const restMs = 600;
/** Nearer than this to an edge, the tree scrolls; so many pixels a frame. */
const edgePx = 48;
const scrollPx = 10;

/** Dragging a row by its grip: with a mouse, a finger or a pen. Esc puts it back. */
export function useTreeDrag({ rows, region, isOpen, onOpen, onDrop }: TreeDragInput) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef({ rows, isOpen, onOpen, onDrop, drag });
  useEffect(() => {
    latest.current = { rows, isOpen, onOpen, onDrop, drag };
  });
  const isOn = drag !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    let y = 0;
    let frame = 0;
    let rest = 0;
    const handleMove = (event: PointerEvent) => {
      y = event.clientY;
      const over = overAt(event, latest.current);
      const before = latest.current.drag?.over;
      if (over?.id === before?.id && over?.zone === before?.zone) return;
      clearTimeout(rest);
      if (over?.zone === "into") rest = window.setTimeout(() => latest.current.onOpen(over.id), restMs);
      setDrag((now) => now && { ...now, over });
    };
    const scroll = () => {
      const box = region.current?.getBoundingClientRect();
      if (box && y > 0) {
        if (y < box.top + edgePx) region.current!.scrollTop -= scrollPx;
        else if (y > box.bottom - edgePx) region.current!.scrollTop += scrollPx;
      }
      frame = requestAnimationFrame(scroll);
    };
    const end = () => setDrag(null);
    const handleUp = () => {
      const { drag: now, rows: all, isOpen: opened, onDrop: drop } = latest.current;
      const place =
        now?.over &&
        placeOfDrop(all, now.id, { overId: now.over.id, zone: now.over.zone, isOpen: opened(now.over.id) });
      end();
      if (now && place) drop(now.id, place);
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") end();
    };
    frame = requestAnimationFrame(scroll);
    window.addEventListener("pointermove", handleMove);
    window.addEventListener("pointerup", handleUp);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", handleKey);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      window.removeEventListener("pointermove", handleMove);
      window.removeEventListener("pointerup", handleUp);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", handleKey);
    };
  }, [isOn, region]);
  const start = useCallback((event: ReactPointerEvent, id: string) => {
    if (event.button !== 0) return;
    event.preventDefault();
    // A finger's moves would go to the grip alone.
    if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
    setDrag({ id, over: null });
  }, []);
  return { draggedId: drag?.id ?? null, over: drag?.over ?? null, start };
}

type Facts = Pick<TreeDragInput, "rows" | "isOpen"> & { readonly drag: Drag | null };

/** The row under the pointer, and which part of it, if the dragged one can go there. */
function overAt(event: PointerEvent, { rows, isOpen, drag }: Facts): Over | null {
  const line = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-id]");
  const id = line?.dataset.id;
  if (!line || id === undefined || drag === null) return null;
  const { top, height } = line.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  const zone: DropZone = part < 0.3 ? "before" : part > 0.7 ? "after" : "into";
  const place = placeOfDrop(rows, drag.id, { overId: id, zone, isOpen: isOpen(id) });
  return place === null ? null : { id, zone };
}
