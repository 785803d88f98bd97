import { useDirection } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { TreeRow } from "#features/catalogue/categories/contract.ts";
import { type Place, placeAfter, type Step } from "#features/catalogue/categories/rules.ts";
import { type Ticks, useTickKeys } from "#features/catalogue/categories/tree/web/useTicks.ts";
import type { ShownRow } from "#features/catalogue/categories/tree/web/useOpenRows.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

type TreeKeysInput = {
  readonly rows: readonly TreeRow[];
  readonly region: RefObject<HTMLDivElement | null>;
  readonly shown: readonly ShownRow[];
  readonly activeId: string | null;
  readonly onActivate: (id: string) => void;
  readonly toggle: {
    readonly isOpen: (id: string) => boolean;
    readonly open: (id: string) => void;
    readonly close: (id: string) => void;
  };
  /** Null if the user may not move anything. */
  readonly onMove: ((id: string, place: Place) => Promise<void>) | null;
  readonly onAskMove: (id: string) => void;
  readonly ticks: Ticks;
};

/** The keys of a tree (WAI-ARIA), and those that move the focused category. */
export function useTreeKeys(input: TreeKeysInput) {
  const { rows, region, shown, activeId, onActivate, toggle, onMove, onAskMove, ticks } = input;
  const t = useMessages("categories");
  const router = useRouter();
  const isRtl = useDirection().dir === "rtl";
  const [forward, backward] = isRtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const lineOf = (id: string) => region.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
  const focus = (row: { readonly id: string } | undefined) => {
    if (row === undefined) return;
    onActivate(row.id);
    lineOf(row.id)?.focus();
  };
  const moved = useRef<string | null>(null);
  useEffect(() => {
    // A row that was moved has lost the focus.
    if (moved.current === null) return;
    region.current?.querySelector<HTMLElement>(`[data-id="${moved.current}"]`)?.focus();
    moved.current = null;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the rows are what it waits for
  }, [rows, region]);
  const step = (which: Step) => {
    const isHere = region.current?.contains(document.activeElement) ?? false;
    const place = activeId !== null && isHere ? placeAfter(rows, activeId, which) : null;
    if (activeId === null || onMove === null || place === null) return;
    if (which === "in" && place.parentId !== null) toggle.open(place.parentId);
    moved.current = activeId;
    void onMove(activeId, place);
  };
  useKeys(
    [
      { keys: "alt+ArrowUp", label: t("keys.up"), onKey: () => step("up") },
      { keys: "alt+ArrowDown", label: t("keys.down"), onKey: () => step("down") },
      { keys: `alt+${forward}`, label: t("keys.in"), onKey: () => step("in") },
      { keys: `alt+${backward}`, label: t("keys.out"), onKey: () => step("out") },
      { keys: "m", label: t("moveTo"), onKey: () => activeId !== null && onAskMove(activeId) },
    ],
    onMove !== null,
  );
  useTickKeys(ticks, activeId);
  /** Moves the focus, and selects both the row that it leaves and the row that it reaches. */
  const walk = (from: string, to: ShownRow | undefined, isTicking: boolean) => {
    if (to === undefined) return;
    if (isTicking && ticks.mayTick) ticks.add([from, to.row.id]);
    focus(to.row);
  };
  return (event: KeyboardEvent) => {
    const at = shown.findIndex(({ row }) => row.id === activeId);
    const current = shown[at];
    if (current === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // The menu's button has its own keys.
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute("role") !== "treeitem") return;
    const { row, hasChildren } = current;
    const isOpen = hasChildren && toggle.isOpen(row.id);
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => walk(row.id, shown[at + 1], event.shiftKey),
      ArrowUp: () => walk(row.id, shown[at - 1], event.shiftKey),
      " ": () => ticks.mayTick && ticks.toggle(row.id),
      Home: () => focus(shown[0]?.row),
      End: () => focus(shown.at(-1)?.row),
      [forward]: () => (isOpen ? focus(shown[at + 1]?.row) : hasChildren && toggle.open(row.id)),
      [backward]: () =>
        isOpen ? toggle.close(row.id) : focus(shown.find((each) => each.row.id === row.parentId)?.row),
      Enter: () => void router.navigate({ to: `/apps/category/categories/${row.id}` }),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
