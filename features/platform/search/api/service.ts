import { and, or, type SQL, sql } from "drizzle-orm";
import { latinDigits } from "#base/digits.ts";
import type { Input } from "#base/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import type { Searchable, SearchedList } from "#api/searchable.ts";
import { readArrays } from "#api/statements.ts";
import { type FoundRecord, type search, searchMin } from "#features/platform/search/contract.ts";

/** So that one area does not displace the others. */
const foundOfAreaMax = 3;

/**
 * The records that match a text, the best first: the exact code, then titles that begin with it, then any of the list's
 * searched texts. With `ids` the records with these ids. Reads only areas that the caller may list, within the scope of
 * the list, in one statement.
 *
 * Each part of the statement stops after a few rows of an index, however many match, so records that match equally well
 * have no order.
 */
export async function findRecords(
  ctx: Ctx,
  searchable: readonly Searchable[],
  { q = "", ids, limit }: Input<typeof search.find>,
): Promise<{ rows: FoundRecord[] }> {
  const typed = latinDigits(q);
  if (ids === undefined && searchKey(typed).replaceAll(" ", "").length < searchMin) return { rows: [] };
  const { permissions } = actorOf(ctx);
  const areas = searchable
    .filter(({ operation }) => permissions.has(operation.permission))
    .map((area) => areaFor(ctx, area));
  const parts = areas.flatMap((area) => (ids ? [partByIds(area, ids)] : partsOf(area, typed)));
  if (parts.length === 0) return { rows: [] };
  const statement = sql`(${sql.join(parts, sql`) union all (`)})`;
  const found = (await readArrays(ctx.db, statement, { hasStablePlan: false })).map(matchIn(areas));
  return { rows: (ids ? inOrder(found, ids) : bestOf(found)).slice(0, limit).map(({ record }) => record) };
}

/** An area with the list as this caller sees it. */
type Area = Searchable & { readonly shown: SearchedList };

/** The scope of a list is that of its own operation. */
function areaFor(ctx: Ctx, area: Searchable): Area {
  return { ...area, shown: area.list({ ...ctx, permission: area.operation.permission }) };
}

/** How well a record matches: the lower, the better. */
const ranks = { exact: 0, titlePrefix: 1, contains: 2 } as const;
type Rank = (typeof ranks)[keyof typeof ranks];
type FoundRow = readonly [resource: string, rank: Rank, id: string, title: string, titleI18n: string, subtitle: string];
type Match = { readonly record: FoundRecord; readonly rank: Rank; readonly place: number };

function partsOf(area: Area, typed: string): SQL[] {
  const visible = area.shown.where();
  const exact = area.exactly(typed);
  const contained = area.isWhole?.(typed) ? undefined : containsTyped(area, typed);
  return [
    ...(exact ? [partOf(area, ranks.exact, and(exact, visible))] : []),
    partOf(area, ranks.titlePrefix, and(titleBegins(area, typed), visible), sql` order by ${area.titleKey}`),
    ...(contained ? [partOf(area, ranks.contains, contained)] : []),
  ];
}

function partByIds(area: Area, ids: readonly string[]): SQL {
  const { id, where } = area.shown;
  return partOf(area, ranks.exact, and(isAnyOf(id, ids), where()), sql``, ids.length);
}

function partOf(
  { resource, title, titleI18n, subtitle, shown }: Area,
  rank: Rank,
  where: SQL | undefined,
  order = sql``,
  rowsMax = foundOfAreaMax,
): SQL {
  const i18n = titleI18n ? sql`${titleI18n}::text` : sql`'{}'`;
  const shownText = sql`${title}::text, ${i18n}, ${subtitle}::text`;
  const columns = sql`${resource}::text, ${rank}::int, ${shown.id}::text, ${shownText}`;
  return sql`select ${columns} from ${shown.table} where ${where ?? sql`true`}${order} limit ${rowsMax}`;
}

/** The title's key in a range, which an index in the order of bytes finds whatever the text is. */
function titleBegins({ titleKey, keyOf = searchKey }: Area, typed: string): SQL {
  const key = keyOf(typed);
  return sql`${titleKey} >= ${key} and ${titleKey} < ${`${key}\u{10FFFF}`}`;
}

/** The search of the list, in each spelling; undefined if nothing of the text is searched. */
function containsTyped({ shown: { spell, where } }: Area, typed: string): SQL | undefined {
  const keys = new Set(spellingsOf(typed).map((spelling) => searchKey(spell(spelling))));
  keys.delete("");
  return or(...[...keys].map((key) => where(key)));
}

/** A text as it is, and as records may spell it: `CERT-12` for `cert 12`, digits and words without separators. */
function spellingsOf(typed: string): string[] {
  return [
    typed,
    typed.replaceAll(/\b([a-z]{2,4})[\s-]*(?=\d)/gi, "$1-"),
    typed.replaceAll(/(?<=\d)[\s\p{Pd}]+(?=\d)/gu, ""),
    searchKey(typed).replaceAll(" ", ""),
  ];
}

function matchIn(areas: readonly Area[]): (values: readonly unknown[]) => Match {
  return (values) => {
    const [resource, rank, id, title, titleI18n, subtitle] = values as FoundRow;
    const place = areas.findIndex((area) => area.resource === resource);
    const translated = JSON.parse(titleI18n) as Record<string, string>;
    const record = { resource, id, title, titleI18n: translated, subtitle, url: areas[place]!.url(id) };
    return { record, rank, place };
  };
}

/** Each record once, the best matches first, and of each area a few. */
function bestOf(found: readonly Match[]): Match[] {
  const inRank = found.toSorted((one, other) => one.rank - other.rank || one.place - other.place);
  const counts = new Map<number, number>();
  const known = new Set<string>();
  return inRank.filter(({ record, place }) => {
    const count = counts.get(place) ?? 0;
    if (known.has(record.id) || count === foundOfAreaMax) return false;
    known.add(record.id);
    counts.set(place, count + 1);
    return true;
  });
}

const inOrder = (found: readonly Match[], ids: readonly string[]): Match[] =>
  found.toSorted((one, other) => ids.indexOf(one.record.id) - ids.indexOf(other.record.id));
