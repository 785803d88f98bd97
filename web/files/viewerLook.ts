/** How a document is displayed: zoom, rotation, page. */
export type ViewerState = {
  /** 1 means: as wide as the viewer. */
  readonly zoom: number;
  /** Quarter turns, clockwise. */
  readonly quarters: number;
  /** Counted from 1. */
  readonly page: number;
};

export const firstLook: ViewerState = { zoom: 1, quarters: 0, page: 1 };

export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** The next zoom step in or out; the limits stay as they are. */
export function zoomed(look: ViewerState, direction: 1 | -1): ViewerState {
  const next = direction === 1 ? zooms.find((zoom) => zoom > look.zoom) : zooms.findLast((zoom) => zoom < look.zoom);
  return next === undefined ? look : { ...look, zoom: next };
}

export const turned = (look: ViewerState): ViewerState => ({ ...look, quarters: (look.quarters + 1) % 4 });

export const atPage = (look: ViewerState, page: number, pageCount: number): ViewerState => ({
  ...look,
  page: Math.min(Math.max(page, 1), Math.max(pageCount, 1)),
});

type Key = Readonly<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> & { readonly key: string };

/** The effect of a key in the viewer; null if it has none and the browser should handle it. */
export function afterKey(
  look: ViewerState,
  { key, ctrlKey, metaKey, altKey }: Key,
  pageCount: number,
): ViewerState | null {
  if (ctrlKey || metaKey || altKey) return null;
  switch (key) {
    case "+":
    case "=":
      return zoomed(look, 1);
    case "-":
      return zoomed(look, -1);
    case "0":
      return { ...look, zoom: 1 };
    case "r":
      return turned(look);
    case "PageDown":
      return atPage(look, look.page + 1, pageCount);
    case "PageUp":
      return atPage(look, look.page - 1, pageCount);
    case "Home":
      return atPage(look, 1, pageCount);
    case "End":
      return atPage(look, pageCount, pageCount);
    default:
      return null;
  }
}
