import { useCallback, useState } from "react";
import {
  allMatching,
  extend,
  nothingSelected,
  type Selection,
  toggle,
  togglePage,
  toggleRange,
} from "#web/list/selection.ts";

/**
 * The selection, stored with the filter: another filter shows other records and clears it; another page or order keeps
 * it.
 */
export function useSelection(
  narrowingKey: string,
  { remembered, pageIds }: { remembered: Selection; pageIds: readonly string[] },
) {
  const [kept, setKept] = useState({ narrowingKey, selection: remembered });
  if (kept.narrowingKey !== narrowingKey) setKept({ narrowingKey, selection: nothingSelected });
  const update = useCallback(
    (change: (before: Selection) => Selection) =>
      setKept((before) => ({ ...before, selection: change(before.selection) })),
    [],
  );
  return {
    selection: kept.narrowingKey === narrowingKey ? kept.selection : nothingSelected,
    toggleRow: useCallback(
      (id: string, { shiftKey }: { readonly shiftKey: boolean }) =>
        update((before) => (shiftKey ? toggleRange : toggle)(before, id, pageIds)),
      [update, pageIds],
    ),
    extendTo: useCallback((ids: readonly string[]) => update((before) => extend(before, ids)), [update]),
    togglePage: useCallback(() => update((before) => togglePage(before, pageIds)), [update, pageIds]),
    selectMatching: useCallback(() => update(() => allMatching), [update]),
    clear: useCallback(() => update(() => nothingSelected), [update]),
  };
}
