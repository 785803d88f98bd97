import { useCallback, useMemo } from "react";
import { type ColumnChoice, initialChoice } from "#web/list/columnChoice.ts";
import { useStored } from "#web/ui/useStored.ts";

/** Row heights in pixels (ui.md, density). `touch` is for touch screens and for easier reading. */
export const rowHeights = { compact: 32, normal: 40, touch: 48 } as const;
export type Density = keyof typeof rowHeights;

/** A saved view: what it shows (the query of its address) and its columns and row height. */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly columns: ColumnChoice;
  readonly density: Density;
};

/** A user's display preferences for one list. Stored in this browser. */
export type ListPreferences = {
  readonly columns: ColumnChoice;
  readonly density: Density;
  readonly views: readonly SavedView[];
};

export function useListPreferences(
  name: string,
): readonly [ListPreferences, (change: Partial<ListPreferences>) => void] {
  const [kept, keep] = useStored<unknown>(`mizan.list.${name}`, null);
  const preferences = useMemo(() => readPreferences(kept), [kept]);
  const change = useCallback(
    (patch: Partial<ListPreferences>) => keep({ ...preferences, ...patch }),
    [keep, preferences],
  );
  return [preferences, change];
}

/** The stored value may come from another release, or have been edited by hand. */
export function readPreferences(kept: unknown): ListPreferences {
  const { columns, density, views } = isObject(kept) ? kept : {};
  return {
    columns: isChoice(columns) ? columns : initialChoice,
    density: isDensity(density) ? density : "normal",
    views: Array.isArray(views) ? views.filter(isView) : [],
  };
}

const isDensity = (value: unknown): value is Density => typeof value === "string" && Object.hasOwn(rowHeights, value);

const isChoice = (value: unknown): value is ColumnChoice =>
  isObject(value) && Array.isArray(value.order) && isObject(value.shown);

const isView = (value: unknown): value is SavedView =>
  isObject(value) &&
  typeof value.id === "string" &&
  typeof value.name === "string" &&
  isObject(value.query) &&
  isChoice(value.columns) &&
  isDensity(value.density);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
