/**
 * The columns that a user chose, in their order. Stored by id, so that the choice survives releases with other columns.
 */
export type ColumnChoice = {
  /** Ids in the chosen order. Columns that were added later come last. */
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
  /** Ids of columns that stay beside the name while the table scrolls sideways. */
  readonly pinned: readonly string[];
};

export const initialChoice: ColumnChoice = { order: [], shown: {}, pinned: [] };

/** Row heights in pixels (ui.md, density). `touch` is for touch screens and for easier reading. */
export const rowHeights = { compact: 32, normal: 40, touch: 48 } as const;
export type Density = keyof typeof rowHeights;

/** A saved view: what it shows (the query of its address), its columns and row height, and who sees it. */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly columns: ColumnChoice;
  readonly density: Density;
  readonly audience: "me" | "role" | "everyone";
  readonly roleId: string | null;
  readonly isOwn: boolean;
  readonly ownerName: string;
  readonly isEditable: boolean;
  readonly version: number;
};

/** How a user displays one list. */
export type Display = {
  readonly columns: ColumnChoice;
  readonly density: Density;
  /** Pixels by column, where the user has set any; the others fit their content. */
  readonly widths: Readonly<Record<string, number>>;
  /** The id of the view that opens with the list; null: all records. */
  readonly defaultView: string | null;
};
export type ListPreferences = Display & { readonly views: readonly SavedView[] };

/** What this browser remembers of the server's answer, so that a list opens at once as it was left. */
export type StoredPreferences = ListPreferences & {
  readonly userId: string | null;
  /** Changed here, and not yet confirmed by the server. */
  readonly isUnsent: boolean;
};

export const preferencesKey = (list: string) => `mizan.list.${list}`;
/**
 * The stored value may come from another release, from another user of this browser, or have been edited by hand. One
 * without a user is from before views were stored on the server, and is uploaded.
 */
export function readPreferences(kept: unknown, userId: string | null): StoredPreferences {
  const stored = isObject(kept) && (kept.userId ?? userId) === userId ? kept : {};
  const { columns, density, views, widths, defaultView } = stored;
  return {
    columns: isChoice(columns) ? { ...columns, pinned: columns.pinned ?? [] } : initialChoice,
    density: Object.hasOwn(rowHeights, String(density)) ? (density as Density) : "normal",
    widths: (widths ?? {}) as Display["widths"],
    defaultView: (defaultView ?? null) as string | null,
    views: Array.isArray(views) ? views.filter(isView) : [],
    userId,
    isUnsent: stored.isUnsent === true,
  };
}

const isChoice = (value: unknown): value is ColumnChoice =>
  isObject(value) && Array.isArray(value.order) && isObject(value.shown);

const isView = (value: unknown): value is SavedView =>
  isObject(value) && isObject(value.query) && isChoice(value.columns);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
