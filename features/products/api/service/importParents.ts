import { newId } from "#api/newId.ts";
import { nameKey } from "#base/searchKey.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import type { CellProblem, CellRemark, ImportChoice, ImportRow, ImportRun } from "#api/importer.ts";
import { brandLimits, brands } from "#features/brands/contract.ts";
import { brandsBySpelling, type NamedBrand } from "#features/products/api/service/brandSpellings.ts";
import { type CategoryPaths, readCategoryPaths } from "#features/products/api/service/categoryPaths.ts";
import { splitList } from "#features/products/api/service/importCells.ts";

/** A brand that the file names and nobody knows, to be made as a draft with the first product that needs it. */
export type NewBrand = { readonly id: string; readonly name: string };

/** What decides about brands for a whole file (docs/decisions/0026): nothing is made that nobody asked for. */
export const brandChoices: readonly ImportChoice[] = [
  {
    name: "missingBrands",
    title: { en: "Brands that are not known", ar: "العلامات غير المعروفة" },
    answers: [
      { value: "refuse", title: { en: "Refuse their rows", ar: "رفض صفوفها" } },
      { value: "create", title: { en: "Create them as drafts", ar: "إنشاؤها مسودات" } },
    ],
  },
  {
    name: "brand",
    title: { en: "Brand of rows that name none", ar: "علامة الصفوف التي لا تسمّي علامة" },
    hint: { en: "Its name or its code. May stay empty.", ar: "اسمها أو رمزها. يمكن تركه فارغًا." },
  },
];

/** What a row belongs to. */
export type FoundParents = {
  /** Null where none could be found; then a problem says why. */
  readonly brandId: string | null;
  readonly newBrand: NewBrand | null;
  /** The row says itself whose product it is. */
  readonly namesBrand: boolean;
  /** Undefined where the file has no such column. */
  readonly categoryId: string | null | undefined;
  readonly problems: readonly CellProblem[];
  readonly notes: readonly CellRemark[];
};

/** What one run has found so far. Only what is there is remembered: what is missing may be made meanwhile. */
type Known = {
  readonly brands: Map<string, readonly NamedBrand[]>;
  readonly newBrands: Map<string, NewBrand>;
  categories: CategoryPaths | null;
};
const knownByRun = new WeakMap<ImportRun, Known>();

/** The brand and the category of each row, in their order. */
export async function findParents(ctx: Ctx, rows: readonly ImportRow[], run: ImportRun): Promise<FoundParents[]> {
  const known: Known = knownByRun.get(run) ?? { brands: new Map(), newBrands: new Map(), categories: null };
  knownByRun.set(run, known);
  // Hundreds of rows say the same of where they belong: each saying is looked for once.
  const sayings = rows.map(({ cells }) => JSON.stringify([cells.brandCode, cells.brand, cells.category]));
  const asked = [...new Map(rows.map((row, index) => [sayings[index]!, row]))].map(([saying, row]) => {
    return { saying, row, spellings: spellingsOf(row, run) };
  });
  const spelled = asked.flatMap(({ spellings }) => spellings);
  const unknown = new Set(spelled.filter((spelling) => !known.brands.has(nameKey(spelling))));
  for (const [key, found] of await brandsBySpelling(ctx, [...unknown])) known.brands.set(key, found);
  if (known.categories === null && rows.some(({ cells }) => cells.category)) {
    known.categories = await readCategoryPaths(ctx);
  }
  const mayCreate = run.choices.missingBrands === "create" && actorOf(ctx).permissions.has(brands.create.permission);
  const parents = new Map<string, FoundParents>();
  for (const { saying, row, spellings } of asked) {
    const brand = brandOf(ctx, row, { spellings, known, mayCreate });
    const category = categoryOf(row, known.categories);
    parents.set(saying, { ...brand, ...category, notes: [...brand.notes, ...category.notes] });
  }
  return sayings.map((saying) => parents.get(saying)!);
}

/** What a row calls its brand, the surest first. Open Food Facts names several with commas between, its main one first. */
function spellingsOf({ cells }: ImportRow, { choices }: ImportRun): readonly string[] {
  if (cells.brandCode) return [cells.brandCode];
  if (cells.brand) return [cells.brand, ...splitList(cells.brand)];
  return choices.brand ? [choices.brand] : [];
}

type Search = { readonly spellings: readonly string[]; readonly known: Known; readonly mayCreate: boolean };
type FoundBrand = Omit<FoundParents, "categoryId">;

function brandOf(ctx: Ctx, { cells }: ImportRow, { spellings, known, mayCreate }: Search): FoundBrand {
  const field = cells.brandCode ? "brandCode" : "brand";
  const namesBrand = Boolean(cells.brandCode || cells.brand);
  const none = { brandId: null, newBrand: null, namesBrand, notes: [] };
  const refuse = (code: string, params = {}) => ({ ...none, problems: [{ field, code, params }] });
  if (spellings.length === 0) return refuse("brand_missing");
  const meant = spellings
    .map((spelling) => known.brands.get(nameKey(spelling)) ?? [])
    .find((found) => found.length > 0);
  if (meant !== undefined && meant.length > 1) {
    return refuse("brand_ambiguous", {
      codes: meant
        .map(({ code }) => code)
        .slice(0, 3)
        .join(", "),
    });
  }
  const severalNotes = splitList(cells.brand ?? "").length > 1 ? [{ field: "brand", code: "several_brands" }] : [];
  // One that an earlier row of this file makes is as good as known.
  const pending = spellings
    .map((spelling) => known.newBrands.get(nameKey(spelling)))
    .find((found) => found !== undefined);
  if (meant === undefined && pending !== undefined) {
    return { brandId: pending.id, newBrand: pending, namesBrand, problems: [], notes: [...severalNotes, brandMade] };
  }
  if (meant !== undefined) {
    return { brandId: meant[0]!.id, newBrand: null, namesBrand, problems: [], notes: severalNotes };
  }
  if (field === "brandCode" || !mayCreate) return refuse("brand_unknown");
  const name = (splitList(spellings[0]!)[0] ?? spellings[0]!).normalize("NFC");
  if (name.length > brandLimits.nameMax) return refuse("too_long", { maximum: brandLimits.nameMax });
  if (!/[\p{L}\p{N}]/u.test(name) || /\p{Cc}/u.test(name)) return refuse("brand_unknown");
  const newBrand = { id: newId(ctx), name };
  known.newBrands.set(nameKey(name), newBrand);
  return { brandId: newBrand.id, newBrand, namesBrand, problems: [], notes: [...severalNotes, brandMade] };
}

const brandMade = { field: "brand", code: "brand_made" };

type FoundCategory = Pick<FoundParents, "categoryId" | "notes">;

/** A whole path or name, else of several names the last that is known: Open Food Facts goes from the broad to the narrow. */
function categoryOf({ cells }: ImportRow, categories: CategoryPaths | null): FoundCategory {
  const text = cells.category;
  if (text === undefined) return { categoryId: undefined, notes: [] };
  if (text === "" || categories === null) return { categoryId: null, notes: [] };
  const found = [text, ...splitList(text).toReversed()].map(categories.find);
  const [id] = found.find((ids) => ids.length === 1) ?? [];
  if (id !== undefined) return { categoryId: id, notes: [] };
  const code = found.some((ids) => ids.length > 1) ? "category_ambiguous" : "category_unknown";
  return { categoryId: null, notes: [{ field: "category", code }] };
}
