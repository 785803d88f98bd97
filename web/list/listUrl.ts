import { pageSizes } from "#base/list.ts";
import { groupsMax } from "#web/list/groupLimits.ts";
import { type Filter, type FilterValue, filterInput, readFilter, writeFilter } from "#web/list/filters.ts";

export type Order = { readonly sort: string; readonly direction: "asc" | "desc" };

/** Values by filter name; only those that are set. */
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** What a list shows. All of it is in the address, so that a link, the back button and a reload show the same. */
export type ListState = {
  readonly search: string;
  readonly filters: FilterValues;
  /** A record matches one of these groups, besides the filters. Without any, all records do. */
  readonly any: readonly FilterValues[];
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
export const reservedNames = ["q", "sort", "rows", "from", "at", "view", "any", "preview"] as const;

export const firstState = ({ initialOrder }: ListGrammar): ListState => ({
  search: "",
  filters: {},
  any: [],
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
  if (state.any.length > 0) query.any = state.any.map((group) => writeGroup(group, grammar)).join(";");
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
    any: (query.get("any") ?? "")
      .split(";")
      .flatMap((text) => readGroup(text, grammar))
      .slice(0, groupsMax),
    order: heldOrder({ order: readOrder(query.get("sort"), grammar.sorts) ?? first.order, filters }, grammar),
    limit: limit ?? first.limit,
    place: readPlace(query, grammar),
    view: query.get("view"),
  };
}

const searchMax = 200; // base/list.ts

/** `status:active.draft,country:AE`, in the order of the list's filters. */
const writeGroup = (group: FilterValues, { filters }: ListGrammar): string =>
  filters
    .flatMap(({ name }) => (group[name] === undefined ? [] : `${name}:${encodeURIComponent(writeFilter(group[name]))}`))
    .join(",");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Nothing if a part is unknown: without this condition the group would match more. */
function readGroup(text: string, { filters }: ListGrammar): FilterValues[] {
  const conditions = text.split(",").map((part) => {
    const [name = "", value = ""] = part.split(":");
    const filter = filters.find((one) => one.name === name);
    return [name, filter ? readFilter(filter, decoded(value)) : null] as const;
  });
  return conditions.some(([, value]) => value === null) ? [] : [Object.fromEntries(conditions) as FilterValues];
}

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
  { search, filters, any }: Pick<ListState, "search" | "filters" | "any">,
  grammar: ListGrammar,
): Readonly<Record<string, unknown>> {
  return {
    ...(search.trim() === "" ? {} : { search: search.trim() }),
    ...groupInput(filters, grammar),
    ...(any.length > 0 ? { any: any.map((group) => groupInput(group, grammar)) } : {}),
  };
}

const groupInput = (values: FilterValues, { filters }: ListGrammar): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...filters.map((filter) => {
      const value = values[filter.name];
      return value === undefined ? {} : filterInput(filter, value);
    }),
  ) as Record<string, unknown>;

export const isNarrowed = ({ search, filters, any }: ListState) =>
  search.trim() !== "" || Object.keys(filters).length + any.length > 0;

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
