import { type AnyColumn, moveColumnTo } from "#web/list/columnChoice.ts";
import type { Display, ColumnChoice } from "#web/list/preferences.ts";

/** What the headers of a table may change. */
export type HeaderActions = {
  readonly columns: readonly AnyColumn[];
  readonly choice: ColumnChoice;
  readonly widths: Readonly<Record<string, number>>;
  readonly onPrefer: (change: Partial<Display>) => void;
};

const widthMin = 48;
const widthMax = 1200;
const stepPx = 16;
/** A click moves the pointer less. */
const dragPx = 5;

/** A pointer goes down on a header: the grip at its end changes the width, the rest moves the column. */
export function startGesture(event: PointerEvent, actions: HeaderActions): void {
  const target = event.target as Element;
  const header = headerOf(target);
  if (header === null || event.button !== 0) return;
  if (target.closest("[data-grip]")) resize(event, header, actions);
  else if (header.previousElementSibling?.previousElementSibling) reorder(event, header, actions);
}

/** Double-clicking the grip fits the column to its content again. */
export function fitColumn(target: Element, { widths, onPrefer }: HeaderActions): void {
  const id = headerOf(target)?.dataset["column"];
  if (id === undefined || !target.closest("[data-grip]")) return;
  const { [id]: _, ...others } = widths;
  onPrefer({ widths: others });
}

/** Alt with arrows moves the column, with Shift its end. */
export function handleHeaderKey(event: KeyboardEvent, { columns, choice, widths, onPrefer }: HeaderActions): void {
  const header = headerOf(event.target as Element);
  const id = header?.dataset["column"];
  if (!header || id === undefined) return;
  const width = widthByKey(event, id);
  if (width !== null) return onPrefer({ widths: { ...widths, [id]: width } });
  const next = isForward(event.key, header) ? header.nextElementSibling : header.previousElementSibling;
  const to = (next as HTMLElement | null)?.dataset["column"];
  if (to !== undefined) onPrefer({ columns: moveColumnTo(columns, choice, { id, to }) });
}

/** The width after Alt+Shift+arrow; null for any other key. */
export function widthByKey({ key, altKey, shiftKey }: KeyboardEvent, id: string): number | null {
  const header = document.querySelector<HTMLElement>(`th[data-column="${CSS.escape(id)}"]`);
  if (!header || !altKey || !shiftKey || !/^Arrow(Left|Right)$/.test(key)) return null;
  return bounded(header.offsetWidth + (isForward(key, header) ? stepPx : -stepPx));
}

const headerOf = (target: Element) => target.closest<HTMLElement>("th[data-column]");
const isRightToLeft = (element: Element) => getComputedStyle(element).direction === "rtl";
const isForward = (key: string, element: Element) => (key === "ArrowRight") !== isRightToLeft(element);
const bounded = (width: number) => Math.round(Math.max(widthMin, Math.min(width, widthMax)));

/** Draws the width while the pointer moves, and stores it at the end. */
function resize(event: PointerEvent, header: HTMLElement, { widths, onPrefer }: HeaderActions): void {
  const id = header.dataset["column"]!;
  const table = header.closest("table")!;
  const column = table.querySelector<HTMLElement>(`col[data-column="${CSS.escape(id)}"]`)!;
  const [before, whole] = [header.offsetWidth, table.offsetWidth];
  const way = isRightToLeft(header) ? -1 : 1;
  const widthAt = ({ clientX }: PointerEvent) => bounded(before + way * (clientX - event.clientX));
  followPointer({
    onMove: (moved) => {
      const width = widthAt(moved);
      column.style.inlineSize = `${width}px`;
      table.style.inlineSize = `${whole + width - before}px`;
    },
    onEnd: (moved) => {
      if (moved && widthAt(moved) !== before) onPrefer({ widths: { ...widths, [id]: widthAt(moved) } });
    },
  });
}

/** Marks the column that the pointer is over, and takes its place at the end. */
function reorder(event: PointerEvent, header: HTMLElement, { columns, choice, onPrefer }: HeaderActions): void {
  const headers = [...header.parentElement!.querySelectorAll<HTMLElement>("th[data-column]")].slice(1);
  let over: HTMLElement | null = null;
  const mark = (next: HTMLElement | null) => {
    delete over?.dataset["drop"];
    over = next === header ? null : next;
    if (over) over.dataset["drop"] = headers.indexOf(over) > headers.indexOf(header) ? "after" : "before";
  };
  followPointer({
    onMove: ({ clientX }) => {
      if (Math.abs(clientX - event.clientX) < dragPx && !over) return;
      header.dataset["dragged"] = "";
      mark(
        headers.find((each) => {
          const { left, right } = each.getBoundingClientRect();
          return clientX >= left && clientX < right;
        }) ?? null,
      );
    },
    onEnd: () => {
      const to = over?.dataset["column"];
      const isDragged = "dragged" in header.dataset;
      delete header.dataset["dragged"];
      mark(null);
      // The click that ends a drag does not sort.
      if (isDragged) header.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => header.removeEventListener("click", stop, { capture: true }));
      if (to !== undefined) onPrefer({ columns: moveColumnTo(columns, choice, { id: header.dataset["column"]!, to }) });
    },
  });
}

const stop = (event: Event) => event.stopPropagation();

type PointerSteps = {
  readonly onMove: (event: PointerEvent) => void;
  /** With the last move; undefined if there was none, or it was cancelled. */
  readonly onEnd: (last: PointerEvent | undefined) => void;
};

function followPointer({ onMove, onEnd }: PointerSteps): void {
  const ended = new AbortController();
  let last: PointerEvent | undefined;
  const { signal } = ended;
  const end = (final: PointerEvent | undefined) => {
    ended.abort();
    onEnd(final);
  };
  addEventListener(
    "pointermove",
    (event) => {
      last = event;
      onMove(event);
    },
    { signal },
  );
  addEventListener("pointerup", () => end(last), { signal });
  addEventListener("pointercancel", () => end(undefined), { signal });
}
