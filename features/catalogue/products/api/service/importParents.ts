import * as z from "zod/mini";
import { newId } from "#api/newId.ts";
import { nameKey } from "#base/searchKey.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import {
  type CellProblem,
  type CellRemark,
  type ImportChoice,
  type ImportRow,
  type ImportRun,
  problemOfIssue,
} from "#api/importer.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import {
  brandsBySpelling,
  type NamedBrand,
  takenBrandNames,
} from "#features/catalogue/products/api/service/brandSpellings.ts";
import { type CategoryPaths, readCategoryPaths } from "#features/catalogue/products/api/service/categoryPaths.ts";
import { splitList } from "#features/catalogue/products/api/service/importCells.ts";

/** An unknown brand that the file names, to be created as a draft with the first product that needs it. */
export type NewBrand = { readonly id: string; readonly name: string };

/** The choices for the brands of a whole file (docs/decisions/0026): nothing is created unless the user chose it. */
export const brandChoices: readonly ImportChoice[] = [
  {
    name: "missingBrands",
    title: { en: "Unknown brands", ar: "العلامات غير المعروفة" },
    answers: [
      { value: "refuse", title: { en: "Skip their rows", ar: "تخطّي صفوفها" } },
      { value: "create", title: { en: "Create them as drafts", ar: "إنشاؤها مسودات" } },
    ],
  },
  {
    name: "brand",
    title: { en: "Brand for rows without one", ar: "علامة الصفوف التي بلا علامة" },
    hint: { en: "Brand name or code. Optional.", ar: "اسم العلامة أو رمزها. اختياري." },
  },
];

/** The brand and category of a row. */
export type FoundParents = {
  /** Null if none was found; then a problem says why. */
  readonly brandId: string | null;
  readonly newBrand: NewBrand | null;
  /** The row itself names its brand. */
  readonly namesBrand: boolean;
  /** All brands that match the row. */
  readonly meantBrandIds: readonly string[];
  /** Undefined if the file has no such column, or the category is unknown. */
  readonly categoryId: string | null | undefined;
  readonly problems: readonly CellProblem[];
  readonly notes: readonly CellRemark[];
};

/** The brands and categories that a file names, as they were before its first row was written. */
type KnownParents = {
  readonly brands: ReadonlyMap<string, readonly NamedBrand[]>;
  /** Names of brands that the caller may not see. A second brand with such a name is not created. */
  readonly hiddenNames: ReadonlySet<string>;
  /** Brands that the file creates, in the order of its rows. */
  readonly newBrands: Map<string, NewBrand>;
  readonly categories: CategoryPaths;
};
const knownByRun = new WeakMap<ImportRun, KnownParents>();

/** Columns that name brands. */
export const parentFields = ["brandCode", "brand"] as const;
const batchSize = 2000;

/**
 * Looks up the brand names of all rows of a file before any row is checked or written. So a brand that the file creates
 * can't match a later row in one batch and not in another.
 */
export async function prepareParents(
  ctx: Ctx,
  rows: AsyncIterable<readonly ImportRow[]>,
  run: ImportRun,
): Promise<void> {
  const spellings = new Map<string, string>();
  const add = (requested: readonly string[]) => {
    for (const spelling of requested) spellings.set(nameKey(spelling), spelling);
  };
  if (run.choices.brand) add([run.choices.brand]);
  const seen = new Set<string>();
  for await (const batch of rows) {
    for (const row of batch) {
      const saying = `${row.cells.brandCode ?? ""}\n${row.cells.brand ?? ""}`;
      if (seen.has(saying)) continue;
      seen.add(saying);
      add(spellingsOf(row, run));
    }
  }
  const requested = [...spellings.values()];
  const found = new Map<string, readonly NamedBrand[]>();
  for (let start = 0; start < requested.length; start += batchSize) {
    for (const [key, means] of await brandsBySpelling(ctx, requested.slice(start, start + batchSize)))
      found.set(key, means);
  }
  const unknown = [...spellings.keys()].filter((key) => !found.has(key));
  const hiddenNames = new Set(mayCreate(ctx, run) ? await takenBrandNames(ctx, unknown) : []);
  knownByRun.set(run, { brands: found, hiddenNames, newBrands: new Map(), categories: await readCategoryPaths(ctx) });
}

const mayCreate = (ctx: Ctx, { choices }: ImportRun): boolean =>
  choices.missingBrands === "create" && actorOf(ctx).permissions.has(brands.create.permission);

/** The brand and the category of each row, in row order. */
export function findParents(ctx: Ctx, rows: readonly ImportRow[], run: ImportRun): FoundParents[] {
  const known = knownByRun.get(run);
  if (!known) throw new Error("the brands of a file must be looked up before its rows are checked");
  // Hundreds of rows name the same brand and category: each combination is looked up once.
  const sayings = rows.map(({ cells }) => JSON.stringify([cells.brandCode, cells.brand, cells.category]));
  const requested = [...new Map(rows.map((row, index) => [sayings[index]!, row]))].map(([saying, row]) => {
    return { saying, row, spellings: spellingsOf(row, run) };
  });
  const isCreating = mayCreate(ctx, run);
  const parents = new Map<string, FoundParents>();
  for (const { saying, row, spellings } of requested) {
    const brand = brandOf(ctx, row, { spellings, known, isCreating });
    const category = categoryOf(row, known.categories);
    parents.set(saying, { ...brand, ...category, notes: [...brand.notes, ...category.notes] });
  }
  return sayings.map((saying) => parents.get(saying)!);
}

/**
 * The spellings of a row's brand, the most reliable first. Open Food Facts lists several, separated by commas, its main
 * one first.
 */
function spellingsOf({ cells }: ImportRow, { choices }: ImportRun): readonly string[] {
  if (cells.brandCode) return [cells.brandCode];
  if (cells.brand) return [cells.brand, ...splitList(cells.brand)];
  return choices.brand ? [choices.brand] : [];
}

type Search = { readonly spellings: readonly string[]; readonly known: KnownParents; readonly isCreating: boolean };
type FoundBrand = Omit<FoundParents, "categoryId">;

function brandOf(ctx: Ctx, { cells }: ImportRow, { spellings, known, isCreating }: Search): FoundBrand {
  const field = cells.brandCode ? "brandCode" : "brand";
  const namesBrand = Boolean(cells.brandCode || cells.brand);
  const candidates = spellings.map((spelling) => known.brands.get(nameKey(spelling)) ?? []);
  const meantBrandIds = candidates.flatMap((found) => found.map(({ id }) => id));
  const none = { brandId: null, newBrand: null, namesBrand, meantBrandIds, notes: [] };
  const refuse = (code: string, params = {}) => ({ ...none, problems: [{ field, code, params }] });
  if (spellings.length === 0) return refuse("brand_missing");
  const meant = candidates.find((found) => found.length > 0);
  if (meant !== undefined && meant.length > 1) {
    return refuse("brand_ambiguous", {
      codes: meant
        .map(({ code }) => code)
        .slice(0, 3)
        .join(", "),
    });
  }
  const severalNotes = splitList(cells.brand ?? "").length > 1 ? [{ field: "brand", code: "several_brands" }] : [];
  // A brand that an earlier row of this file creates counts as known.
  const pending = spellings
    .map((spelling) => known.newBrands.get(nameKey(spelling)))
    .find((found) => found !== undefined);
  if (meant === undefined && pending !== undefined) {
    return { ...none, brandId: pending.id, newBrand: pending, problems: [], notes: [...severalNotes, brandMade] };
  }
  if (meant !== undefined) {
    return { ...none, brandId: meant[0]!.id, problems: [], notes: severalNotes };
  }
  if (field === "brandCode" || !isCreating) return refuse("brand_unknown");
  // Parsed and refused as the form of brands does.
  const parsed = z.safeParse(brandFields.shape.name, splitList(spellings[0]!)[0] ?? spellings[0]!);
  if (!parsed.success) {
    const { code, params = {} } = problemOfIssue(parsed.error.issues[0]!);
    return refuse(code, params);
  }
  const name = parsed.data;
  if (!/[\p{L}\p{N}]/u.test(name)) return refuse("brand_unknown");
  if (known.hiddenNames.has(nameKey(name))) return refuse("brand_unknown");
  const newBrand = { id: newId(ctx), name };
  known.newBrands.set(nameKey(name), newBrand);
  return { ...none, brandId: newBrand.id, newBrand, problems: [], notes: [...severalNotes, brandMade] };
}

const brandMade = { field: "brand", code: "brand_made" };

type FoundCategory = Pick<FoundParents, "categoryId" | "notes">;

/**
 * A whole path or name, or else the last known name of several: Open Food Facts lists them from general to specific.
 */
function categoryOf({ cells }: ImportRow, categories: CategoryPaths): FoundCategory {
  const text = cells.category;
  if (text === undefined) return { categoryId: undefined, notes: [] };
  if (text === "") return { categoryId: null, notes: [] };
  const found = [text, ...splitList(text).toReversed()].map(categories.find);
  const [id] = found.find((ids) => ids.length === 1) ?? [];
  if (id !== undefined) return { categoryId: id, notes: [] };
  const code = found.some((ids) => ids.length > 1) ? "category_ambiguous" : "category_unknown";
  return { categoryId: undefined, notes: [{ field: "category", code }] };
}
