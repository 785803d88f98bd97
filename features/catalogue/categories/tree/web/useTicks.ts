import { useCallback, useMemo, useState } from "react";
import { categories } from "#features/catalogue/categories/contract.ts";
import { categoryLimits } from "#features/catalogue/categories/fields.ts";
import type { ShownRow } from "#features/catalogue/categories/tree/web/useOpenRows.ts";
import { useCan } from "#web/session.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

const nothing: ReadonlySet<string> = new Set();

/** Which categories are ticked, for what is done to several at once. What is no longer shown is ticked no more. */
export function useTicks(shown: readonly ShownRow[]) {
  const can = useCan();
  const [ticked, setTicked] = useState(nothing);
  const toggle = useCallback(
    (id: string) =>
      setTicked((now) => {
        const next = new Set(now);
        if (!next.delete(id) && next.size < categoryLimits.manyMax) next.add(id);
        return next;
      }),
    [],
  );
  const add = useCallback(
    (ids: readonly string[]) => setTicked((now) => new Set([...now, ...ids].slice(0, categoryLimits.manyMax))),
    [],
  );
  const clear = useCallback(() => setTicked(nothing), []);
  const ids = useMemo(() => shown.map(({ row }) => row.id).filter((id) => ticked.has(id)), [shown, ticked]);
  const has = (id: string) => ticked.has(id);
  // Of one and of several the same is asked; the contract of several comes with their bar.
  const mayTick = can(categories.move) || can(categories.merge) || can(categories.changeStatus);
  return { ids, has, toggle, add, clear, mayTick };
}

export type Ticks = ReturnType<typeof useTicks>;

/** The keys that tick the category with the focus, and untick all. */
export function useTickKeys({ ids, toggle, clear, mayTick }: Ticks, activeId: string | null): void {
  const t = useMessages("categories");
  useKeys(
    [
      { keys: "x", label: t("keys.tick"), onKey: () => activeId !== null && toggle(activeId) },
      { keys: "Escape", label: t("keys.untick"), onKey: () => ids.length > 0 && clear() },
    ],
    mayTick,
  );
}
