import { pageSizes } from "#base/list.ts";
import { type Filter, type FilterValue, filterInput, readFilter, writeFilter } from "#web/list/filters.ts";

export type Order = { readonly sort: string; readonly direction: "asc" | "desc" };

/** What a list shows. All of it is in the address, so that a link, the back button and a reload show the same. */
export type ListState = {
  readonly search: string;
  /** By filter name; only those that are set. */
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly order: Order;
  readonly limit: number;
  /** Where the page begins: the server's cursor, and the row number to display. Null on the first page. */
  readonly place: Place | null;
  /** The saved view that this started from. */
  readonly view: string | null;
};
export type Place = { readonly cursor: string; readonly from: number };

/** What the address of a list may contain. */
export type ListGrammar = {
  readonly filters: readonly Filter[];
  readonly sorts: readonly string[];
  readonly initialOrder: Order;
  /** Sort orders that need one of some filters: the filters' names by the order's name. */
  readonly sortsUnder?: Readonly<Record<string, readonly string[]>>;
  /** The language that names are sorted in; by default that of the original names. */
  readonly sortLanguage?: "ar";
};

/** The parameter names in the query. A filter must not have one of these names. */
export const reservedNames = ["q", "sort", "rows", "from", "at", "view"] as const;

export const firstState = ({ initialOrder }: ListGrammar): ListState => ({
  search: "",
  filters: {},
  order: initialOrder,
  limit: pageSizes[0],
  place: null,
  view: null,
});

/** The query of a list's address, as short as possible: defaults are left out. */
export function writeListUrl(state: ListState, grammar: ListGrammar): Record<string, string> {
  const query: Record<string, string> = {};
  if (state.view !== null) query.view = state.view;
  if (state.search !== "") query.q = state.search;
  for (const { name } of grammar.filters) {
    const value = state.filters[name];
    if (value !== undefined) query[name] = writeFilter(value);
  }
  const order = heldOrder(state, grammar);
  if (!isSameOrder(order, grammar.initialOrder)) query.sort = writeOrder(order);
  if (state.limit !== pageSizes[0]) query.rows = String(state.limit);
  if (state.place !== null) {
    query.from = String(state.place.from);
    const { cursor } = state.place;
    query.at = grammar.sortLanguage ? `${grammar.sortLanguage}.${cursor}` : cursor;
  }
  return query;
}

/** Reads an address that may be old, truncated or made by hand: unknown values fall back to the defaults. */
export function readListUrl(query: URLSearchParams, grammar: ListGrammar): ListState {
  const first = firstState(grammar);
  const filters: Record<string, FilterValue> = {};
  for (const filter of grammar.filters) {
    const value = readFilter(filter, query.get(filter.name) ?? "");
    if (value !== null) filters[filter.name] = value;
  }
  const limit = pageSizes.find((size) => String(size) === query.get("rows"));
  return {
    search: (query.get("q") ?? "").slice(0, searchMax),
    filters,
    order: heldOrder({ order: readOrder(query.get("sort"), grammar.sorts) ?? first.order, filters }, grammar),
    limit: limit ?? first.limit,
    place: readPlace(query, grammar),
    view: query.get("view"),
  };
}

const searchMax = 200; // base/list.ts

/** The operation's input for these rows, without `count`, which is expensive. */
export function inputOf(state: ListState, grammar: ListGrammar): Readonly<Record<string, unknown>> {
  return {
    ...narrowingOf(state, grammar),
    ...orderInput(state, grammar),
    limit: state.limit,
    ...(state.place === null ? {} : { cursor: state.place.cursor }),
  };
}

/** The part of the input that sorts the records. The address has no language: it opens in that of its reader. */
export const orderInput = (
  state: Pick<ListState, "order" | "filters">,
  grammar: ListGrammar,
): Order & Pick<ListGrammar, "sortLanguage"> => {
  const { sort, direction } = heldOrder(state, grammar);
  const { sortLanguage } = grammar;
  return { sort, direction, ...(sortLanguage && { sortLanguage }) };
};

/** The part of the input that decides which records match: for counting, export and bulk actions. */
export function narrowingOf(
  { search, filters }: Pick<ListState, "search" | "filters">,
  grammar: ListGrammar,
): Readonly<Record<string, unknown>> {
  const narrowing = grammar.filters.flatMap((filter) => {
    const value = filters[filter.name];
    return value === undefined ? [] : [filterInput(filter, value)];
  });
  return Object.assign(search.trim() === "" ? {} : { search: search.trim() }, ...narrowing) as Record<string, unknown>;
}

export const isNarrowed = ({ search, filters }: ListState) => search.trim() !== "" || Object.keys(filters).length > 0;

export const isSameOrder = (one: Order, other: Order) => one.sort === other.sort && one.direction === other.direction;

/** The sort order, or the default if the filter that it needs is no longer set. */
export function heldOrder(
  { order, filters }: Pick<ListState, "order" | "filters">,
  { initialOrder, sortsUnder = {} }: ListGrammar,
): Order {
  const needed = sortsUnder[order.sort];
  return needed === undefined || needed.some((name) => name in filters) ? order : initialOrder;
}

/** `-createdAt`: newest first. */
const writeOrder = ({ sort, direction }: Order) => (direction === "desc" ? `-${sort}` : sort);

function readOrder(text: string | null, sorts: readonly string[]): Order | null {
  const sort = (text ?? "").replace(/^-/, "");
  if (!sorts.includes(sort)) return null;
  return { sort, direction: text!.startsWith("-") ? "desc" : "asc" };
}

/** Null also for a position in the order of another language: a cursor has no dot. */
function readPlace(query: URLSearchParams, { sortLanguage }: ListGrammar): Place | null {
  const [, language, cursor] = /^(?:(\w+)\.)?(.+)$/.exec(query.get("at") ?? "") ?? [];
  const from = Number(query.get("from"));
  return cursor && language === sortLanguage && Number.isSafeInteger(from) && from > 1 ? { cursor, from } : null;
}
