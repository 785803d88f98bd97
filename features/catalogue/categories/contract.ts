import * as z from "zod/mini";
import { activityInput, ActivityPage, type Changes } from "#base/activity.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { Waiting } from "#base/approvals.ts";
import { asPreviewed, impactFingerprint, impactRefusals, withGrounds } from "#base/impact.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { Impact, MergePreview } from "#features/catalogue/categories/contract/impact.ts";

/** Whether products of a category must be certified before they are promoted (domain 1.3). */
export const halalRelevances = ["required", "recommended", "not_applicable"] as const;
export const HalalRelevance = z.enum(halalRelevances);
export type HalalRelevance = z.output<typeof HalalRelevance>;

export const categoryStatuses = ["active", "archived"] as const;
export const CategoryStatus = z.enum(categoryStatuses);

export const categoryLimits = {
  nameMax: 80,
  slugMax: 80,
  /** Domain 1.3. */
  depthMax: 5,
  /** A screen shows all of the tree at once. The whole of GS1's classification has some 5,000 bricks. */
  treeMax: 6000,
  /** As many as one transaction changes one after the other within the time of a call. */
  manyMax: 200,
} as const;

/** What people write into a category. Its place in the tree is changed by moving it. */
const written = {
  name: fields.text({ min: 1, max: categoryLimits.nameMax }).check(
    z.refine((name) => /[^\p{Cf}\p{Z}]/u.test(name), { error: "nothing_visible" }),
    z.refine((name) => !/\s\/\s/.test(name), { error: "path_sign" }),
  ),
  nameI18n: fields.translations({ max: categoryLimits.nameMax }),
  /** Its part of an address. Null: made of the name. */
  slug: z.nullable(
    z
      .string()
      .check(z.trim(), z.maxLength(categoryLimits.slugMax), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "slug" })),
  ),
  /** Null: as the category above. */
  halalRelevance: z.nullable(HalalRelevance),
  /** What is in it is meat, of a product that does not say so itself. Null: as the category above. */
  containsMeat: z.nullable(z.boolean()),
  /** GS1 Global Product Classification. */
  gs1Brick: z.nullable(z.string().check(z.trim(), z.regex(/^\d{8}$/, { error: "gs1_brick" }))),
  imageFileId: z.nullable(fields.id()),
};

export const CategoryInput = z.strictObject(written);
export type CategoryInput = z.output<typeof CategoryInput>;
/** As the form of a new one has it. */
export const NewCategoryInput = z.strictObject({ ...written, parentId: z.nullable(fields.id()) });
export type NewCategoryInput = z.output<typeof NewCategoryInput>;
/** Only the fields that changed. */
export const CategoryPatch = z.partial(CategoryInput);
export type CategoryPatch = z.output<typeof CategoryPatch>;

/** A category by its name, as a part of a path. */
export const CategoryName = z.object({
  id: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
});
export type CategoryName = z.output<typeof CategoryName>;

const shown = {
  ...CategoryName.shape,
  parentId: z.nullable(z.string()),
  slug: z.string(),
  /** 1 at the root. */
  depth: z.int(),
  halalRelevance: z.nullable(HalalRelevance),
  /** What holds after inheritance. */
  effectiveHalalRelevance: HalalRelevance,
  containsMeat: z.nullable(z.boolean()),
  /** What holds after inheritance. Null: nobody has said. */
  effectiveContainsMeat: z.nullable(z.boolean()),
  gs1Brick: z.nullable(z.string()),
  imageFileId: z.nullable(z.string()),
  status: CategoryStatus,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** A category as a list and a picker show it. */
export const CategoryRow = z.object({
  ...shown,
  /** The categories above it that the reader may see, the topmost first. */
  path: z.array(CategoryName),
});
export type CategoryRow = z.output<typeof CategoryRow>;

/** A category as the tree shows it, in the order of the tree. */
export const TreeRow = z.object({
  ...shown,
  /** Its own and those below it; archived ones are not counted. */
  productCount: z.int(),
});
export type TreeRow = z.output<typeof TreeRow>;

export const Category = z.object({
  ...CategoryRow.shape,
  /** The category whose word on halal relevance this one follows; null where it has its own, or nobody has said any. */
  inheritedFrom: z.nullable(CategoryName),
  /** The same of meat. */
  meatInheritedFrom: z.nullable(CategoryName),
  mergedInto: z.nullable(CategoryName),
  childCount: z.int(),
  /** Its own, of every status. */
  ownProductCount: z.int(),
  /** Its own and those below it, without archived ones. */
  productCount: z.int(),
  createdBy: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
});
export type Category = z.output<typeof Category>;

export const categorySorts = ["name", "createdAt", "updatedAt"] as const;

const filters = {
  ids: anyOf(fields.id()),
  /** In the subtrees of these, themselves included. */
  under: anyOf(fields.id()),
  halalRelevance: anyOf(HalalRelevance),
};
/** Without it archived ones are left out. */
const status = anyOf(CategoryStatus);

/** What a file holds of a category: the columns that an import reads. */
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
  duplicate_category_name: { status: 409, message: "Another category of the same parent already has this name." },
  duplicate_slug: { status: 409, message: "Another category of the same parent already has this address." },
  category_id_taken: { status: 409, message: "Another record already has this id." },
  category_cycle: { status: 409, message: "A category cannot move into itself or below itself." },
  category_too_deep: { status: 409, message: "A tree of categories has at most {maximum} levels." },
  tree_full: { status: 409, message: "There can be {maximum} categories at most." },
  parent_archived: { status: 409, message: "The category above it is archived." },
  category_in_use: { status: 409, message: "This category is in use." },
  merge_into_itself: { status: 409, message: "A category cannot be merged into itself or into one below it." },
  merge_target_archived: { status: 409, message: "The category to merge into is archived." },
  category_archived: { status: 409, message: "This category is archived. Restore it first." },
  impact_stale: { status: 409, message: "Something changed since the preview. Look at it again." },
});
const { file_unknown } = fileRefusals;
const { duplicate_category_name, duplicate_slug, category_id_taken, category_cycle, category_too_deep } =
  categoryRefusals;
const { tree_full, parent_archived, category_in_use, merge_into_itself, merge_target_archived, category_archived } =
  categoryRefusals;

/** The details of `category_in_use`: what still rests on it. Archiving asks for living rows, deleting for any. */
export type InUseDetails = { readonly children: number; readonly products: number; readonly scopes: number };

/** The details of `version_conflict`. */
export type CategoryConflict = {
  readonly current: Category;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly changes: Changes;
};

const lossRefusals = [impactRefusals.preview_stale, impactRefusals.loss_needs_reason] as const;

const place = {
  /** Null: a root. */
  parentId: z.nullable(fields.id()),
  /** The sibling before which it stands; without it, or when that has gone elsewhere, the last. */
  beforeId: z.optional(z.nullable(fields.id())),
};
const one = { id: fields.id() };
const versioned = { ...one, version: fields.version() };

export const categories = {
  list: operation({
    method: "GET",
    path: "/api/v1/categories",
    permission: "categories.read",
    summary: "Categories with their paths, a page at a time",
    forKeys: true,
    input: listInput(categorySorts, { status, ...filters }),
    output: page(CategoryRow),
  }),
  tree: operation({
    method: "GET",
    path: "/api/v1/categories/tree",
    permission: "categories.read",
    summary: "All categories in the order of their tree, each with the products in its subtree",
    forKeys: true,
    input: z.strictObject({ withArchived: z._default(z.boolean(), false) }),
    output: z.object({ rows: z.array(TreeRow) }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/categories/export.csv",
    permission: "categories.export",
    summary: "The tree as a CSV file, a category a row, by path",
    forKeys: true,
    input: z.strictObject({ withArchived: z._default(z.boolean(), false) }),
    output: z.string(),
    reply: "csv",
  }),
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/categories/import-template.csv",
    permission: "categories.import",
    summary: "A CSV file with the columns that an import understands and one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/categories/{id}",
    permission: "categories.read",
    summary: "One category",
    forKeys: true,
    input: z.strictObject(one),
    output: Category,
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/categories/{id}/activity",
    permission: "categories.read",
    summary: "What was done to a category, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/categories",
    permission: "categories.create",
    summary: "Make a category, the last of its parent. The caller makes the id; sent again, it answers the one it made",
    forKeys: true,
    input: z.strictObject({ ...one, parentId: place.parentId, ...CategoryPatch.shape, name: written.name }),
    output: Category,
    refusals: [
      duplicate_category_name,
      duplicate_slug,
      category_id_taken,
      category_too_deep,
      tree_full,
      parent_archived,
      file_unknown,
    ],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/categories/{id}",
    permission: "categories.update",
    summary: "Change some fields. What asks less of products takes a reason, and a second person",
    forKeys: true,
    input: z.strictObject({ ...versioned, ...CategoryPatch.shape, ...asPreviewed, ...withGrounds }),
    output: z.union([Category, Waiting]),
    versioned: true,
    refusals: [
      commonRefusals.not_found,
      duplicate_category_name,
      duplicate_slug,
      category_archived,
      file_unknown,
      ...lossRefusals,
    ],
  }),
  previewRelevance: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/relevance/preview",
    permission: "categories.update",
    summary: "What another halal relevance, or another word on meat, would bring about",
    input: z.strictObject({
      ...one,
      halalRelevance: z.optional(written.halalRelevance),
      containsMeat: z.optional(written.containsMeat),
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
    output: z.union([Category, Waiting]),
    versioned: true,
    refusals: [
      ...lossRefusals,
      commonRefusals.not_found,
      category_cycle,
      category_too_deep,
      parent_archived,
      duplicate_category_name,
      duplicate_slug,
    ],
  }),
  previewMove: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/move/preview",
    permission: "categories.update",
    summary: "What a move would bring about",
    input: z.strictObject({ ...one, ...place }),
    output: Impact,
    refusals: [
      commonRefusals.not_found,
      category_cycle,
      category_too_deep,
      parent_archived,
      duplicate_category_name,
      duplicate_slug,
    ],
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/status",
    permission: "categories.update",
    summary: "Archive a category that is not in use, or restore it",
    input: z.strictObject({ ...versioned, to: CategoryStatus }),
    output: Category,
    versioned: true,
    refusals: [commonRefusals.not_found, category_in_use, parent_archived, duplicate_category_name, duplicate_slug],
  }),
  previewMerge: operation({
    method: "POST",
    path: "/api/v1/categories/{id}/merge/preview",
    permission: "categories.merge",
    summary: "What merging a category into another would move and bring about",
    input: z.strictObject({ ...one, intoId: fields.id() }),
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
    summary: "Move products, children and scopes to another category, as previewed, and archive this one",
    isDangerous: true,
    input: z.strictObject({ ...one, intoId: fields.id(), fingerprint: impactFingerprint(), ...withGrounds }),
    output: z.union([Category, Waiting]),
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
  remove: operation({
    method: "DELETE",
    path: "/api/v1/categories/{id}",
    permission: "categories.delete",
    summary: "Delete a category that has no child, no product and nobody bound to it",
    input: z.strictObject(versioned),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [commonRefusals.not_found, category_in_use],
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
