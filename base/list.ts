import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { type FilterGroup, readGroup } from "#base/filterGroup.ts";
import { coerced, wireType } from "#base/wireTypes.ts";

/** The page sizes that a list offers (domain 5.1). */
export const pageSizes = [25, 50, 100] as const;
/** Above this many matches a list shows "10,000+" until the user requests the exact number (admin-features 5.1). */
export const countMax = 10_000;
/** Sorts names by their translation into this language, in its order; without it, by the original names. */
export const sortLanguage = z.optional(z.enum(["ar"]));
const controls = {
  /** Words that must all match. Folded by `searchKey` before comparing. */
  search: z.optional(fields.looseText({ max: 200 })),
  direction: z.optional(z.enum(["asc", "desc"])),
  sortLanguage,
  limit: z._default(z.literal(pageSizes), pageSizes[0]),
  /** Opaque: `next` requests the page after this one, `previous` the one before. */
  cursor: z.optional(z.string().check(z.maxLength(2000))),
  /**
   * `capped` counts to `countMax`, `exact` to the end, `none` not at all. The screen counts once per filter, not once
   * per page.
   */
  count: z._default(z.enum(["capped", "exact", "none"]), "capped"),
};
export type ListControl = keyof typeof controls | "sort" | "any";

/** How many groups of conditions a list takes, and conditions a group. */
export const groupsMax = 5;
export const conditionsMax = 8;

/** A record matches if it matches any of the groups, besides the other filters. */
const anyGroup = (filters: z.core.$ZodLooseShape) =>
  z.optional(z.array(filterGroup(filters)).check(z.minLength(1), z.maxLength(groupsMax)));

/** In JSON an object; in a URL a text like a query of its own: `status=active&country=AE&country=SA`. */
function filterGroup({ columns: _, ...filters }: z.core.$ZodLooseShape): z.ZodMiniType<FilterGroup> {
  const isSmall = (group: FilterGroup) => isBetween(conditionsOf(group).size, 1, conditionsMax);
  const group = z.partial(z.strictObject(filters)).check(z.refine(isSmall));
  const typed = z.transform((query: string) => typedGroup(query, filters));
  const text = z.string().check(z.maxLength(4000));
  return z.union([z.pipe(z.pipe(text, typed), group), group]) as never;
}

const isBetween = (count: number, minimum: number, maximum: number) => count >= minimum && count <= maximum;

/** The two ends of a period are one condition. */
const conditionsOf = (group: FilterGroup) =>
  new Set(Object.keys(group).flatMap((name) => (group[name] === undefined ? [] : name.replace(/(?:from|to)$/i, ""))));

/** The values of a text as the filters expect them. An unknown name stays, and is refused. */
function typedGroup(query: string, filters: z.core.$ZodLooseShape): FilterGroup {
  const typed = [...readGroup(query)].map(([name, values]) => {
    const type = Object.hasOwn(filters, name) ? wireType(filters[name] as z.core.$ZodType) : undefined;
    return [name, coerced(type, values.length === 1 ? values[0] : values)];
  });
  return Object.fromEntries(typed) as FilterGroup;
}

/** The input of a list: search, order and page, and the resource's filters. The first sort is the default. */
export function listInput<const Sorts extends readonly [string, ...string[]], Filters extends z.core.$ZodLooseShape>(
  sorts: Sorts,
  filters: Filters,
) {
  return z.strictObject({
    ...controls,
    sort: z._default(z.enum(sorts), sorts[0]),
    ...filters,
    any: anyGroup(filters),
  });
}

/** The search and filters of a list, without order and page: for counts and bulk actions over the same records. */
export const listFilter = <Filters extends z.core.$ZodLooseShape>(filters: Filters) =>
  z.strictObject({ search: controls.search, ...filters, any: anyGroup(filters) });

/** Any of these values. */
export const anyOf = <T extends z.core.$ZodType>(value: T) =>
  z.optional(z.array(value).check(z.minLength(1), z.maxLength(250)));

export const Total = z.object({
  count: z.int(),
  /** There are more than `count`. */
  isCapped: z.boolean(),
});
export type Total = z.output<typeof Total>;

/** A page of rows with its cursors; `null` where the list ends, and for a total that was not requested. */
export const page = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    total: z.nullable(Total),
  });
export type Page<Row> = { rows: Row[]; next: string | null; previous: string | null; total: Total | null };
