import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { PendingApproval } from "#base/approvals.ts";
import { asPreviewed, impactFingerprint, impactRefusals, withGrounds } from "#base/impact.ts";
import { anyOf } from "#base/list.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { Impact, MergePreview } from "#features/catalogue/categories/contract/impact.ts";
import { categoryFields, type CategoryInput, halalRelevances } from "#features/catalogue/categories/fields.ts";

export const HalalRelevance = z.enum(halalRelevances);
export type HalalRelevance = z.output<typeof HalalRelevance>;

export const categoryLifecycle = lifecycle()({ active: { archive: "archived" }, archived: { restore: "active" } });

/** The name of a category as part of a path. */
export const CategoryName = z.object({
  id: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
});
export type CategoryName = z.output<typeof CategoryName>;

const placeInTree = {
  parentId: z.nullable(z.string()),
  /** 1 at the root. */
  depth: z.int(),
  /** What applies after inheritance. */
  effectiveHalalRelevance: HalalRelevance,
  /** What applies after inheritance. Null: unknown. */
  effectiveContainsMeat: z.nullable(z.boolean()),
};

const description = describeRecord({
  name: "categories",
  path: "/api/v1/categories",
  fields: categoryFields,
  statuses: categoryLifecycle.statuses,
  more: {
    ...placeInTree,
    /** The ancestors that the reader may see, the topmost first. */
    path: z.array(CategoryName),
    /** The category that the halal relevance is inherited from; null if it has its own, or if none is set. */
    inheritedFrom: z.nullable(CategoryName),
    /** The same for meat. */
    meatInheritedFrom: z.nullable(CategoryName),
    mergedInto: z.nullable(CategoryName),
    childCount: z.int(),
    /** Its own products, of every status. */
    ownProductCount: z.int(),
    /** Its own products and those of its subtree, without archived ones. */
    productCount: z.int(),
  },
  // biome-ignore format: a list
  rowOmits: ["inheritedFrom", "meatInheritedFrom", "mergedInto", "childCount", "ownProductCount", "productCount", "createdBy", "updatedBy"],
  sorts: ["name", "createdAt", "updatedAt"],
  filters: ["halalRelevance"],
  /** In the subtrees of these categories, which are included. */
  moreFilters: { under: anyOf(schemas.id()) },
  exportColumns: [],
});
/** A category with its place in the tree. */
export interface Category extends RecordOf<typeof description> {}
export interface CategoryTypes extends TypesOf<typeof description, CategoryInput, Category> {}
/** A category as lists and pickers show it. */
export type CategoryRow = CategoryTypes["row"];
export const categoryRecord = recordOperations<CategoryTypes>(description);

/** A category as the tree shows it, in tree order. */
export const TreeRow = z.object({
  id: z.string(),
  ...categoryFields.answers,
  ...placeInTree,
  status: z.enum(categoryLifecycle.statuses),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Its own products and those of its subtree, without archived ones. */
  productCount: z.int(),
});
export type TreeRow = z.output<typeof TreeRow>;

/** The columns of an export, which an import reads. */
export const categoryExportColumns = [
  "path",
  "nameAr",
  "nameI18n",
  "slug",
  "halalRelevance",
  "effectiveHalalRelevance",
  "containsMeat",
  "effectiveContainsMeat",
  "gs1Brick",
  "status",
  "products",
] as const;

export const categoryRefusals = refusals({
  duplicate_category_name: { status: 409, message: "A category with this name already exists there." },
  duplicate_slug: { status: 409, message: "A category with this slug already exists there." },
  category_id_taken: { status: 409, message: "A record with this ID already exists. Check the tree." },
  category_cycle: { status: 409, message: "A category can’t be moved into itself or its subcategories." },
  category_too_deep: { status: 409, message: "The tree has at most {maximum} levels." },
  tree_full: { status: 409, message: "You can have at most {maximum} categories." },
  parent_archived: { status: 409, message: "The parent category is archived. Restore it first." },
  category_in_use: { status: 409, message: "This category is still in use. Move or merge its contents first." },
  merge_into_itself: { status: 409, message: "A category can’t be merged into itself or its subcategories." },
  merge_target_archived: { status: 409, message: "The target category is archived." },
  category_archived: { status: 409, message: "This category is archived. Restore it first." },
  impact_stale: { status: 409, message: "Something changed since the preview. Review it again." },
});
const { file_unknown } = fileRefusals;
const { duplicate_category_name, duplicate_slug, category_id_taken, category_cycle, category_too_deep } =
  categoryRefusals;
const { tree_full, parent_archived, category_in_use, merge_into_itself, merge_target_archived, category_archived } =
  categoryRefusals;

/** The details of `category_in_use`: what still refers to it. Archiving counts active records only, deleting all. */
export type InUseDetails = { readonly children: number; readonly products: number; readonly scopes: number };

const lossRefusals = [impactRefusals.preview_stale, impactRefusals.loss_needs_reason] as const;

const place = {
  /** Null: a root. */
  parentId: z.nullable(schemas.id()),
  /** The sibling to insert it before; last if there is none, or if the sibling is elsewhere by now. */
  beforeId: z.optional(z.nullable(schemas.id())),
};
const one = { id: schemas.id() };
const versioned = { ...one, version: schemas.version() };
const duplicates = [duplicate_category_name, duplicate_slug] as const;

export const categories = {
  list: categoryRecord.list({ summary: "List categories with their paths, by page", forKeys: true }),
  tree: operation({
    method: "GET",
    path: "/api/v1/categories/tree",
    reads: [{ resource: "categories" }, { resource: "products" }],
    permission: "categories.read",
    summary: "List all categories in tree order, with product counts of their subtrees",
    forKeys: true,
    input: z.strictObject({ withArchived: z._default(z.boolean(), false) }),
    output: z.object({ rows: z.array(TreeRow) }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/categories/export.csv",
    permission: "categories.export",
    summary: "Export the category tree as CSV, one category per row",
    forKeys: true,
    input: z.strictObject({ withArchived: z._default(z.boolean(), false) }),
    output: z.string(),
    reply: "csv",
  }),
  importTemplate: categoryRecord.importTemplate({
    summary: "Download a CSV template for imports, with one example row",
  }),
  get: categoryRecord.get({ summary: "Get a category", forKeys: true }),
  activity: categoryRecord.activity({ summary: "History of a category, newest first" }),
  create: operation({
    method: "POST",
    path: "/api/v1/categories",
    permission: "categories.create",
    summary: "Create a category, last under its parent (idempotent: the client supplies the ID)",
    forKeys: true,
    /** Omitted fields are empty. */
    input: z.strictObject({
      ...one,
      parentId: place.parentId,
      ...z.partial(z.object(categoryFields.shape)).shape,
      name: categoryFields.shape.name,
    }),
    output: description.record,
    refusals: [...duplicates, category_id_taken, category_too_deep, tree_full, parent_archived, file_unknown],
  }),
  update: categoryRecord.updateWithApproval({
    summary: "Update a category. Lowering a halal requirement needs a reason and a second person",
    forKeys: true,
    refusals: [...duplicates, category_archived, file_unknown],
  }),
  previewRelevance: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/relevance/preview",
    permission: "categories.update",
    summary: "Preview the impact of a different halal requirement or meat setting",
    input: z.strictObject({
      ...one,
      halalRelevance: z.optional(categoryFields.shape.halalRelevance),
      containsMeat: z.optional(categoryFields.shape.containsMeat),
    }),
    output: Impact,
    refusals: [commonRefusals.not_found],
  }),
  move: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/move",
    permission: "categories.update",
    summary:
      "Put a category, with all below it, elsewhere. What asks less of products takes a reason, and a second person",
    forKeys: true,
    input: z.strictObject({ ...versioned, ...place, ...asPreviewed, ...withGrounds }),
    output: z.union([description.record, PendingApproval]),
    versioned: true,
    refusals: [
      ...lossRefusals,
      commonRefusals.not_found,
      category_cycle,
      category_too_deep,
      parent_archived,
      ...duplicates,
    ],
  }),
  previewMove: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/move/preview",
    permission: "categories.update",
    summary: "Preview the impact of moving a category",
    input: z.strictObject({ ...one, ...place }),
    output: Impact,
    refusals: [commonRefusals.not_found, category_cycle, category_too_deep, parent_archived, ...duplicates],
  }),
  changeStatus: categoryRecord.changeStatus(
    { path: "status", permission: "update" },
    {
      summary: "Archive a category that isn’t in use, or restore it",
      refusals: [category_in_use, parent_archived, ...duplicates],
    },
  ),
  previewMerge: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/merge/preview",
    permission: "categories.merge",
    summary: "Preview merging a category into another",
    input: z.strictObject({ ...one, intoId: schemas.id() }),
    output: MergePreview,
    refusals: [
      commonRefusals.not_found,
      merge_into_itself,
      merge_target_archived,
      category_archived,
      category_too_deep,
    ],
  }),
  merge: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/merge",
    permission: "categories.merge",
    summary: "Merge a category into another, as previewed: move its products, subcategories and scopes, and archive it",
    isDangerous: true,
    input: z.strictObject({ ...one, intoId: schemas.id(), fingerprint: impactFingerprint(), ...withGrounds }),
    output: z.union([description.record, PendingApproval]),
    refusals: [
      commonRefusals.not_found,
      merge_into_itself,
      merge_target_archived,
      category_archived,
      category_too_deep,
      categoryRefusals.impact_stale,
      impactRefusals.loss_needs_reason,
    ],
  }),
  remove: categoryRecord.remove({
    summary: "Delete a category without subcategories, products or scoped users",
    refusals: [category_in_use],
  }),
};

export const categoriesMenu: MenuSection = {
  id: 5,
  title: "Brand Categories",
  icon: "brand-categories",
  link: "/apps/category/categories",
  entries: [
    { id: 51, title: "Categories", link: "/apps/category/categories", needs: categories.list },
    { id: 52, title: "New Category", link: "/apps/category/categories/new", needs: categories.create },
  ],
};
