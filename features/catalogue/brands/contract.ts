import * as z from "zod/mini";
import { bulkRefusals } from "#base/bulk.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { asPreviewed } from "#base/impact.ts";
import { anyOf } from "#base/list.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { recordOperations } from "#base/records/operations.ts";
import { refusals } from "#base/refusal.ts";
import { BrandFigures } from "#features/catalogue/brands/contract/figures.ts";
import { BrandStatus, brandStatuses, Transition } from "#features/catalogue/brands/contract/statuses.ts";
import { brandFields, type BrandInput, brandLimits } from "#features/catalogue/brands/fields.ts";

const { logoFileId: _, logoAlt: _alt, logoAltI18n: _altI18n, ...exported } = brandFields.all;

const description = describeRecord({
  name: "brands",
  path: "/api/v1/brands",
  fields: brandFields,
  statuses: brandStatuses,
  more: {
    /** `BR-00417`, for users to read out. */
    code: z.string(),
    slug: z.string(),
    /** The reason for this status. Always set when it is suspended or rejected. */
    statusReason: z.nullable(z.string()),
    /** The possible transitions, with what blocks them. */
    allowedTransitions: z.array(Transition),
  },
  rowOmits: [
    "alternativeNames",
    "slug",
    "registrationNo",
    "social",
    "story",
    "storyI18n",
    "gs1CompanyPrefix",
    "lowBalanceAlertMinor",
    "monthlyBudgetMinor",
    "pendingDays",
    "cashbackBps",
    "logoAlt",
    "logoAltI18n",
    "statusReason",
    "allowedTransitions",
    "createdBy",
    "updatedBy",
  ],
  sorts: ["name", "createdAt", "updatedAt", "code", "country"],
  filters: ["isMuslimOwned"],
  moreFilters: {
    country: anyOf(schemas.countryCode()),
    /** First and last day, in UTC, both included. */
    createdFrom: z.optional(schemas.date()),
    createdTo: z.optional(schemas.date()),
    hasArabicName: z.optional(z.boolean()),
    /** With a product in one of these or below, visible to the caller and not archived. */
    category: anyOf(schemas.id()),
    /** Created by this import. */
    importId: z.optional(schemas.id()),
  },
  /** `id` and `version` are not exported; a file is matched by `code`. */
  exportColumns: [
    "code",
    ...(Object.keys(exported) as (keyof typeof exported)[]),
    "status",
    "statusReason",
    "products",
    "certified",
    "createdAt",
    "updatedAt",
  ],
  exportsAlso: ["products", "certified"],
});
export interface Brand extends RecordOf<typeof description> {}
export interface BrandTypes extends TypesOf<typeof description, BrandInput, Brand> {}
export type BrandRow = BrandTypes["row"];
export const brandOperations = recordOperations<BrandTypes>(description);

/** Another brand that a new one may duplicate. */
export const SimilarBrand = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  country: z.nullable(z.string()),
  status: BrandStatus,
  /** The names differ only in case or white space, so a new brand with this name is refused. */
  isSameName: z.boolean(),
});

export const brandRefusals = refusals({
  duplicate_name: { status: 409, message: "Another brand already has this name." },
  duplicate_slug: { status: 409, message: "Another brand already uses this slug." },
  duplicate_wikidata_id: { status: 409, message: "Another brand already has this Wikidata ID." },
  id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  invalid_transition: { status: 409, message: "A brand can’t change from {from} to {to}." },
  transition_blocked: { status: 409, message: "The brand is missing information required for status {to}." },
  only_drafts_can_be_deleted: { status: 409, message: "Only drafts can be deleted. Archive this one instead." },
  brand_in_use: { status: 409, message: "Other records use this brand, so it can’t be deleted." },
});
const { duplicate_name, duplicate_slug, duplicate_wikidata_id, id_taken, invalid_transition, transition_blocked } =
  brandRefusals;
const { file_unknown } = fileRefusals;

/** Required to suspend or reject a brand. */
const reason = z.optional(schemas.text({ max: brandLimits.statusReasonMax, multiline: true }));
const statusChanges = { path: "status-changes", permission: "update", more: { to: BrandStatus, reason } };
const removals = { path: "removals", permission: "delete", more: {} };

export const brands = {
  list: brandOperations.list({ summary: "List brands, by page", forKeys: true }),
  countByStatus: brandOperations.countByStatus({
    summary: "Count brands by status, under the other filters",
    forKeys: true,
  }),
  /** Loaded separately for the columns that show them, so that a page of brands does not wait for products. */
  figures: operation({
    method: "GET",
    path: "/api/v1/brands/figures",
    reads: [{ resource: "products" }, { resource: "certificates" }],
    permission: "products.read",
    summary: "Count the products of brands, and how many published ones are certified",
    forKeys: true,
    input: z.strictObject({
      brandIds: z.array(schemas.id()).check(z.minLength(1), z.maxLength(brandLimits.figuresMax)),
    }),
    /** A brand without visible products is left out. */
    output: z.object({ rows: z.array(BrandFigures) }),
  }),
  findSimilar: operation({
    method: "GET",
    path: "/api/v1/brands/similar",
    reads: [{ resource: "brands" }],
    permission: "brands.read",
    summary: "Find brands with a similar name, most similar first",
    forKeys: true,
    input: z.strictObject({ name: schemas.text({ max: brandLimits.nameMax }), exceptId: z.optional(schemas.id()) }),
    output: z.object({ rows: z.array(SimilarBrand) }),
  }),
  exportCsv: brandOperations.exportCsv({ summary: "Export the filtered brands as CSV", forKeys: true }),
  /**
   * Permission to call this includes the import (`features/catalogue/brands/api/import.ts` has its handler); the button
   * names it.
   */
  importTemplate: brandOperations.importTemplate({
    summary: "Download a CSV template for imports, with one example row",
  }),
  get: brandOperations.get({ summary: "Get a brand", forKeys: true }),
  activity: brandOperations.activity({ summary: "History of a brand, newest first" }),
  create: operation({
    method: "POST",
    path: "/api/v1/brands",
    permission: "brands.create",
    summary: "Create a draft brand (idempotent: the client supplies the ID)",
    forKeys: true,
    idempotencyKey: "ifSent",
    /** Fields that are left out are empty. */
    input: z.strictObject({
      id: schemas.id(),
      ...z.partial(z.object(brandFields.shape)).shape,
      name: brandFields.shape.name,
    }),
    output: description.record,
    refusals: [duplicate_name, duplicate_slug, duplicate_wikidata_id, id_taken, file_unknown],
  }),
  update: brandOperations.update({
    summary: "Update a brand",
    forKeys: true,
    idempotencyKey: "ifSent",
    refusals: [duplicate_name, duplicate_slug, duplicate_wikidata_id, file_unknown],
  }),
  changeStatus: brandOperations.changeStatus(
    { path: "status", permission: "update", more: { reason, ...asPreviewed } },
    {
      summary: "Change the status of a brand; with a fingerprint only as previewed",
      forKeys: true,
      refusals: [invalid_transition, transition_blocked, bulkRefusals.preview_stale],
    },
  ),
  previewStatus: brandOperations.previewStatus(
    { path: "status", permission: "update" },
    {
      summary: "Preview the impact of a status change of a brand",
      refusals: [invalid_transition, transition_blocked],
    },
  ),
  remove: brandOperations.remove({
    summary: "Delete a draft brand that no record uses",
    refusals: [brandRefusals.only_drafts_can_be_deleted, brandRefusals.brand_in_use],
  }),
  previewStatusChange: brandOperations.previewBulk(statusChanges, {
    summary: "Preview a status change of many brands",
  }),
  applyStatusChange: brandOperations.applyBulk(statusChanges, {
    summary: "Change the status of many brands, as previewed (all or none)",
  }),
  /** For many drafts at once, such as those of a file that should not have been imported. */
  previewRemoval: brandOperations.previewBulk(removals, {
    summary: "Preview deleting many draft brands",
  }),
  applyRemoval: brandOperations.applyBulk(removals, {
    summary: "Delete many draft brands that no record uses, as previewed (all or none)",
  }),
};

export const brandsMenu: MenuSection = {
  id: 3,
  title: "Brands",
  icon: "brands",
  link: "/apps/brand/brands",
  entries: [
    { id: 31, title: "Brands", link: "/apps/brand/brands", needs: brands.list },
    { id: 32, title: "New Brand", link: "/apps/brand/brands/new", needs: brands.create },
  ],
};
