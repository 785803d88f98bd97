import { holdsWords } from "#base/filterBySearch.ts";
import { searchKey } from "#base/searchKey.ts";
import type { CategoryRow, HalalRelevance } from "#features/catalogue/categories/contract.ts";
import type { Impact } from "#features/catalogue/categories/contract/impact.ts";
import { categoryLimits } from "#features/catalogue/categories/fields.ts";

/** By default a certificate is required, so that no product is promoted by mistake. */
export const rootRelevance: HalalRelevance = "required";

/** The separator of the names of a path, in files and on screens. No name contains it. */
export const pathSign = " / ";

/** The names of a path as users write it: `Food / Dairy / Cheese`, also with `>` between. Empty names are left out. */
export const namesOfPath = (path: string): string[] =>
  path
    .split(/\s+[/>›]\s+|\s*[>›]\s*/)
    .map((name) => name.normalize("NFC").trim())
    .filter(Boolean);

/** The slug of a name: `Fish & Seafood` is `fish-seafood`. Empty if the name has no Latin letter and no digit. */
export const slugOf = (name: string): string =>
  searchKey(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, categoryLimits.slugMax)
    .replace(/-+$/, "");

// ------------------------------------------------------------------------------------------------ the tree

/** The input of all rules: the rows in tree order, each parent before its children. */
export type PlacedCategory = Pick<CategoryRow, "id" | "parentId" | "depth">;

/** Where a category may go: under this parent (null: the root), before this sibling (null: last). */
export type Place = { readonly parentId: string | null; readonly beforeId: string | null };

/** Why a category can't go there; null if it can. The database checks the same under a lock. */
export function problemOfMove(
  rows: readonly PlacedCategory[],
  id: string,
  { parentId }: Pick<Place, "parentId">,
): "category_cycle" | "category_too_deep" | null {
  const below = subtreeOf(rows, id);
  if (parentId !== null && below.some((row) => row.id === parentId)) return "category_cycle";
  const parentDepth = rows.find((row) => row.id === parentId)?.depth ?? 0;
  const [moved] = below;
  const height = moved === undefined ? 1 : Math.max(...below.map(({ depth }) => depth)) - moved.depth + 1;
  return parentDepth + height > categoryLimits.depthMax ? "category_too_deep" : null;
}

/** The category and its subtree, in tree order. */
export function subtreeOf<Row extends PlacedCategory>(rows: readonly Row[], id: string): Row[] {
  const start = rows.findIndex((row) => row.id === id);
  const top = rows[start];
  if (top === undefined) return [];
  const end = rows.findIndex((row, place) => place > start && row.depth <= top.depth);
  return rows.slice(start, end === -1 ? undefined : end);
}

export const steps = ["up", "down", "in", "out"] as const;
export type Step = (typeof steps)[number];

/** The place after one step of the keyboard; null if there is none. */
export function placeAfter(rows: readonly PlacedCategory[], id: string, step: Step): Place | null {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) return null;
  const siblings = siblingsOf(rows, row.parentId);
  const at = siblings.findIndex((each) => each.id === id);
  const [previous, next, afterNext] = [siblings[at - 1], siblings[at + 1], siblings[at + 2]];
  switch (step) {
    case "up":
      return previous === undefined ? null : { parentId: row.parentId, beforeId: previous.id };
    case "down":
      return next === undefined ? null : { parentId: row.parentId, beforeId: afterNext?.id ?? null };
    case "in":
      return previous === undefined ? null : { parentId: previous.id, beforeId: null };
    case "out":
      return outOf(rows, row);
  }
}

/** After the category that contained it. */
function outOf(rows: readonly PlacedCategory[], { parentId }: PlacedCategory): Place | null {
  const parent = rows.find((each) => each.id === parentId);
  if (parent === undefined) return null;
  const uncles = siblingsOf(rows, parent.parentId);
  const after = uncles[uncles.findIndex((each) => each.id === parent.id) + 1];
  return { parentId: parent.parentId, beforeId: after?.id ?? null };
}

// A parent that the reader may not see has no row here, so its children are roots for them.
const siblingsOf = (rows: readonly PlacedCategory[], parentId: string | null) =>
  rows.filter((row) => row.parentId === parentId);

type Held = Pick<CategoryRow, "effectiveHalalRelevance" | "effectiveContainsMeat">;
type RelatedCategory = PlacedCategory & Held & Pick<CategoryRow, "halalRelevance" | "containsMeat">;

/** What applies where nothing is set. */
const rootHeld: Held = { effectiveHalalRelevance: rootRelevance, effectiveContainsMeat: null };

/** The effective values of a category below one with these effective values. */
const heldBelow = (above: Held, row: RelatedCategory): Held => ({
  effectiveHalalRelevance: row.halalRelevance ?? above.effectiveHalalRelevance,
  effectiveContainsMeat: row.containsMeat ?? above.effectiveContainsMeat,
});

/** Whether the effective values of a category would change under another parent. */
export function holdsOtherwise(
  rows: readonly RelatedCategory[],
  row: RelatedCategory,
  parentId: string | null,
): boolean {
  const held = heldBelow(rows.find(({ id }) => id === parentId) ?? rootHeld, row);
  return (
    held.effectiveHalalRelevance !== row.effectiveHalalRelevance ||
    held.effectiveContainsMeat !== row.effectiveContainsMeat
  );
}

/** Whether a change asks more of something that consumers see: a certificate, or the requirements for meat. */
export const asksMore = ({ newlyRequired, newlyMeat }: Pick<Impact, "newlyRequired" | "newlyMeat">): boolean =>
  newlyRequired + newlyMeat > 0;

/** The nearest ancestor that has its own setting, which decides for this category. Null if the reader can't see it. */
export function decidingFor<Row extends RelatedCategory>(
  rows: ReadonlyMap<string, Row>,
  row: Row,
  word: "halalRelevance" | "containsMeat" = "halalRelevance",
): Row | null {
  if (row[word] !== null) return null;
  let above = row.parentId === null ? undefined : rows.get(row.parentId);
  while (above !== undefined && above[word] === null) {
    above = above.parentId === null ? undefined : rows.get(above.parentId);
  }
  return above ?? null;
}

// ------------------------------------------------------------------------------------------------ search

type NamedCategory = PlacedCategory &
  Pick<CategoryRow, "name" | "nameI18n" | "slug" | "gs1Brick" | "effectiveHalalRelevance">;
export type TreeQuestion = { readonly search: string; readonly relevances: readonly HalalRelevance[] };

/**
 * The rows that match, with all their ancestors, so that each is shown at its place. `isMatch` distinguishes the
 * matches from rows that only lead to them.
 */
export function narrowed<Row extends NamedCategory>(
  rows: readonly Row[],
  { search, relevances }: TreeQuestion,
): { readonly row: Row; readonly isMatch: boolean }[] {
  const words = searchKey(search).split(" ").filter(Boolean);
  const matching = new Set(rows.filter((row) => answers(row, words, relevances)).map(({ id }) => id));
  const shown = new Set(matching);
  // From last to first, a child is handled before its parent.
  for (const { id, parentId } of rows.toReversed()) if (shown.has(id) && parentId !== null) shown.add(parentId);
  return rows.filter(({ id }) => shown.has(id)).map((row) => ({ row, isMatch: matching.has(row.id) }));
}

function answers(row: NamedCategory, words: readonly string[], relevances: readonly HalalRelevance[]): boolean {
  if (relevances.length > 0 && !relevances.includes(row.effectiveHalalRelevance)) return false;
  return holdsWords(searchKey([row.name, ...Object.values(row.nameI18n), row.gs1Brick ?? ""].join(" ")), words);
}

/** The rows after a move, in tree order, with inherited values: shown until the server responds. */
export function movedRows<Row extends RelatedCategory>(
  rows: readonly Row[],
  id: string,
  { parentId, beforeId }: Place,
): Row[] {
  const taken = subtreeOf(rows, id);
  const [top] = taken;
  if (top === undefined) return [...rows];
  const others = rows.filter((row) => !taken.includes(row));
  const parent = others.find((row) => row.id === parentId);
  const deeper = (parent?.depth ?? 0) + 1 - top.depth;
  const before = others.findIndex((row) => row.id === beforeId);
  const behindParent =
    parent === undefined ? others.length : others.indexOf(parent) + subtreeOf(others, parent.id).length;
  const at = before === -1 ? behindParent : before;
  const landed = taken.map((row) => ({
    ...row,
    depth: row.depth + deeper,
    parentId: row === top ? parentId : row.parentId,
  }));
  return inherited([...others.slice(0, at), ...landed, ...others.slice(at)]);
}

/** Each row with its effective values. */
function inherited<Row extends RelatedCategory>(rows: readonly Row[]): Row[] {
  const known = new Map<string, Held>();
  return rows.map((row) => {
    const above = row.parentId === null ? rootHeld : (known.get(row.parentId) ?? row);
    const held = heldBelow(above, row);
    known.set(row.id, held);
    return { ...row, ...held };
  });
}

/** Where a row is dropped: on the upper or lower edge of another row beside it, in the middle into it. */
export type DropZone = "before" | "into" | "after";

/** The place that a drop on a row means; null if nothing would change or the move is invalid. */
export function placeOfDrop(
  rows: readonly PlacedCategory[],
  id: string,
  { overId, zone, isOpen }: { readonly overId: string; readonly zone: DropZone; readonly isOpen: boolean },
): Place | null {
  const over = rows.find((row) => row.id === overId);
  if (over === undefined || over.id === id) return null;
  const place = dropOn(rows, over, zone, isOpen);
  const self = rows.find((row) => row.id === id);
  const siblings = siblingsOf(rows, place.parentId);
  const next = siblings[siblings.findIndex((row) => row.id === id) + 1]?.id ?? null;
  const stays = self?.parentId === place.parentId && (place.beforeId === id || place.beforeId === next);
  return stays || problemOfMove(rows, id, place) !== null ? null : place;
}

function dropOn(rows: readonly PlacedCategory[], over: PlacedCategory, zone: DropZone, isOpen: boolean): Place {
  if (zone === "before") return { parentId: over.parentId, beforeId: over.id };
  const firstBelow = siblingsOf(rows, over.id)[0];
  if (zone === "into") return { parentId: over.id, beforeId: null };
  // Below an open category is the place of its first child.
  if (isOpen && firstBelow !== undefined) return { parentId: over.id, beforeId: firstBelow.id };
  const siblings = siblingsOf(rows, over.parentId);
  const next = siblings[siblings.findIndex((row) => row.id === over.id) + 1];
  return { parentId: over.parentId, beforeId: next?.id ?? null };
}
