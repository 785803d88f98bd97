import * as z from "zod/mini";
import type { ComponentType, ReactNode } from "react";
import type { Input, Operation, Output } from "#base/contract.ts";
import type { ListControl, Total } from "#base/list.ts";
import type { BulkActions } from "#web/list/bulk.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import type { WidthLimits } from "#web/list/widthLimits.ts";
import type { Filter, FilterValue } from "#web/list/filters.ts";
import { type ListGrammar, type Order, reservedNames } from "#web/list/listUrl.ts";
import { currentLanguage } from "#web/i18n.ts";
import type { KeyUnder, MessageKey, MessageNamespace, Translate } from "#web/messageKeys.ts";
import type { Language } from "#web/screens.ts";

/** Fields that every row has. */
export type ListRow = { readonly id: string };

/**
 * What a cell needs besides its row. A parameter, because a hook in each of a thousand cells would be a thousand hooks.
 * `Key`, here and below, are the keys of the feature's messages; any string in parts that all lists share.
 */
export type CellContext<Key extends string = string> = { readonly language: Language; readonly t: Translate<Key> };

export type Draw<Row, Key extends string = string> = (row: Row, context: CellContext<Key>) => ReactNode;

export type Column<Row, Sort extends string = string, Field extends string = never, Key extends string = string> = {
  /** Its title is `columns.<id>` of the feature's messages. */
  readonly id: KeyUnder<"columns", Key>;
  /**
   * Texts of any length have limits, such as `textWidth`, and are cut off if there is no room. Default: `nameWidth` for
   * the first column; the others are as wide as their content, such as figures, dates and badges.
   */
  readonly width?: WidthLimits;
  /** Null if there is nothing to show. */
  readonly cell: Draw<Row, Key>;
  /** The operation's name for sorting by this column. */
  readonly sort?: Sort;
  /** Sort direction of the first click: figures and dates are usually wanted in descending order. Default: `asc`. */
  readonly firstDirection?: "desc";
  /** Figures are right-aligned in both directions, so that their last digits line up. */
  readonly isFigure?: true;
  /** Secondary, such as a code: shown in the dimmed colour. */
  readonly isQuiet?: true;
  /** Hidden by default. */
  readonly isHidden?: true;
  /** Shown only to users with permission for this operation. */
  readonly needs?: Operation;
  /** Its column in exported files, if it has another name there. */
  readonly exportedAs?: string;
  /** Available, also for sorting, only while this filter is set; for example the distance from its point. */
  readonly under?: Field;
  /**
   * The field of the record that the list can change in place: one without effects on other areas, and not about money
   * or rights.
   */
  readonly edit?: { readonly field: string };
  /** Sorting by it needs one of these filters: it is computed for every row that matches. */
  readonly sortUnder?: readonly Field[];
};

/** A tab above the list. Its title is `views.<id>` of the feature's messages. */
export type View<Key extends string = string> = {
  readonly id: KeyUnder<"views", Key>;
  readonly filters: Readonly<Record<string, FilterValue>>;
};

/** `totalsOf` reads the operation's response: a total by the id of a view, including `all`. */
export type ViewCounts = {
  readonly operation: Operation;
  readonly totalsOf: (answer: unknown) => Readonly<Record<string, Total>>;
};

/** A row on a phone: the name, up to two lines of facts and a badge at the end. */
export type Card<Row, Key extends string = string> = {
  readonly facts: (row: Row, context: CellContext<Key>) => readonly ReactNode[];
  readonly mark?: Draw<Row, Key>;
};

/** Edits fields of a record in its list. Loaded with the first use. */
export type RowEditorProps = {
  readonly id: string;
  /** The first has the focus. */
  readonly fields: readonly string[];
  readonly onClose: () => void;
};

/** A link in a row's menu. Its title is `rowLinks.<id>` of the feature's messages. */
export type RowLink<Row, Key extends string = string> = {
  readonly id: KeyUnder<"rowLinks", Key>;
  readonly to: (row: Row) => { readonly to: string; readonly search?: Readonly<Record<string, string>> };
  readonly operation?: Operation;
};

/** What distinguishes one area's list from another's. Its messages are in the feature's namespace `name`. */
export type ListDefinition<
  Row extends ListRow,
  Sort extends string = string,
  Field extends string = string,
  Key extends string = string,
> = {
  readonly name: string;
  readonly operation: Operation;
  /** The path of the list; a record is at `<path>/<id>`, a new one at `<path>/new`. */
  readonly path: `/${string}`;
  readonly nameOf: (row: Row, language: Language) => string;
  /** Shown before the name, such as a logo. */
  readonly picture?: (row: Row, size: "small" | "large") => ReactNode;
  /** The first holds the name: it always stays visible, links to the record and can't be hidden. */
  readonly columns: readonly [Column<Row, Sort, Field, Key>, ...Column<Row, Sort, Field, Key>[]];
  readonly card: Card<Row, Key>;
  readonly filters: readonly Filter<Field, Key>[];
  readonly views: readonly View<Key>[];
  /** The number of records in each view, if the area can count them cheaply. */
  readonly counts?: ViewCounts;
  readonly sorts: readonly Sort[];
  readonly initialOrder: Order & { readonly sort: Sort };
  /** Reads one record, to preload it before it is opened. */
  readonly read?: Operation;
  readonly create?: Operation;
  readonly update?: Operation;
  /** Deletes one record, by its `id` and the row's `version`; refuses if it can't be deleted. */
  readonly remove?: Operation;
  /** Replies with a CSV: its input is the list's filter and order, and `columns` with the ids of the visible ones. */
  readonly exporting?: Operation;
  readonly bulk?: BulkActions<Key>;
  /** Needed if a column has `edit`. */
  readonly RowEditor?: ComponentType<RowEditorProps>;
  /** More of a record than its columns, in the panel that Space opens. */
  readonly Preview?: ComponentType<{ readonly id: string }>;
  /** Further items of a row's menu, such as Duplicate. */
  readonly rowLinks?: readonly RowLink<Row, Key>[];
};

type RowOf<Op extends Operation> = Output<Op> extends { rows: (infer Row extends ListRow)[] } ? Row : never;
type SortOf<Op extends Operation> = Input<Op> extends { sort: infer Sort extends string } ? Sort : never;
type FieldOf<Op extends Operation> = Exclude<keyof Input<Op>, ListControl> & string;

/** The messages that every list needs. */
type ListKey = "title" | "things" | "searchLabel" | "views.all" | "empty.title" | "empty.text";
/** A namespace with all of these messages; `never` if one is missing. */
type ListNamespace<Namespace extends MessageNamespace> = [ListKey] extends [MessageKey<Namespace>] ? Namespace : never;

/** Declares an area's list. Unknown sorts and filters, and missing messages, do not compile. */
export function defineList<Op extends Operation, Namespace extends MessageNamespace>(
  definition: ListDefinition<RowOf<Op>, SortOf<Op>, FieldOf<Op>, MessageKey<Namespace>> & {
    readonly operation: Op;
    readonly name: Namespace & ListNamespace<Namespace>;
  },
): ListDefinition<RowOf<Op>>;
// The implementation accepts any key: the overload above checks the area's messages.
export function defineList(definition: ListDefinition<ListRow>): ListDefinition<ListRow> {
  const clash = definition.filters.find(({ name }) => (reservedNames as readonly string[]).includes(name));
  if (clash) throw new Error(`the filter ${clash.name} is called like a part of the list's address`);
  requireExported(definition);
  return definition;
}

/** Checked at run time: with types, TypeScript could no longer infer the type of a row. */
function requireExported({ name, columns, sorts, exporting }: Omit<ListDefinition<never>, "operation">): void {
  if (exporting === undefined) return;
  const exported = columns.map(({ id, exportedAs = id }) => exportedAs);
  const requested = z.safeParse(exporting.input, { sort: sorts[0], columns: exported });
  const unknown = requested.error?.issues.find(({ path }) => path[0] === "columns")?.path[1];
  if (typeof unknown === "number") throw new Error(`the export of ${name} knows no column ${exported[unknown]!}`);
}

/** Components pass the language, so that they update on a change. */
export const grammarOf = (
  { filters, sorts, initialOrder, columns }: ListDefinition<never>,
  language = currentLanguage(),
): ListGrammar => ({
  filters,
  sorts,
  initialOrder,
  ...sortLanguageOf(language),
  sortsUnder: Object.fromEntries(
    columns.flatMap(({ sort, under, sortUnder = under && [under] }) => (sort && sortUnder ? [[sort, sortUnder]] : [])),
  ),
});

export const addressOf = (list: ListDefinition<never>, id: string): `/${string}` => `${list.path}/${id}`;
