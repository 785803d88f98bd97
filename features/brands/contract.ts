import * as z from "zod/mini";
import { activityInput, ActivityPage } from "#base/activity.ts";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { fileRefusals, type FileRule, pictureTypes } from "#base/files.ts";
import { asPreviewed, Impact } from "#base/impact.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import { phone } from "#base/phoneField.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { BrandFigures } from "#features/brands/contract/figures.ts";
import { Social } from "#base/social.ts";
import { BrandStatus, Transition } from "#features/brands/contract/statuses.ts";

export const muslimOwnedAnswers = ["yes", "no", "undeclared"] as const;

export const brandLimits = {
  nameMax: 120,
  slugMax: 80,
  alternativeNamesMax: 50,
  legalEntityNameMax: 160,
  registrationNoMax: 40,
  storyMax: 5000,
  contactNameMax: 160,
  logoAltMax: 300,
  statusReasonMax: 500,
  foundedYear: { min: 1000, max: 2200 },
  pendingDaysMax: 120,
  similarMax: 5,
  /** As many as the longest page has (`pageSizes`). */
  figuresMax: 100,
} as const;

/** As for the pictures of products (domain 1.5): at most 5 MB. */
export const brandLogo: FileRule = { purpose: "brandLogo", accepts: pictureTypes, bytesMax: 5_242_880 };

/** What people write into a brand. The form and the API check with these. */
const written = {
  name: fields
    .text({ min: 1, max: brandLimits.nameMax })
    .check(z.refine((name) => /[^\p{Cf}\p{Z}]/u.test(name), { error: "nothing_visible" })),
  nameI18n: fields.translations({ max: brandLimits.nameMax }),
  /** Other spellings people search for. */
  alternativeNames: z
    .array(fields.text({ min: 1, max: brandLimits.nameMax }))
    .check(z.maxLength(brandLimits.alternativeNamesMax)),
  /** Its part of an address: `noor-dates`. Null: made of the name. Afterwards it changes only when somebody changes it. */
  slug: z.nullable(
    z
      .string()
      .check(z.trim(), z.maxLength(brandLimits.slugMax), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "slug" })),
  ),
  legalEntityName: z.nullable(fields.text({ min: 1, max: brandLimits.legalEntityNameMax })),
  /** As in the commercial register of its country. */
  registrationNo: z.nullable(fields.text({ min: 1, max: brandLimits.registrationNoMax })),
  country: z.nullable(fields.countryCode()),
  website: z.nullable(fields.httpsUrl()),
  social: Social,
  story: z.nullable(fields.text({ min: 1, max: brandLimits.storyMax, multiline: true })),
  storyI18n: fields.translations({ max: brandLimits.storyMax, multiline: true }),
  foundedYear: z.nullable(
    z.int().check(z.minimum(brandLimits.foundedYear.min), z.maximum(brandLimits.foundedYear.max)),
  ),
  /** 6 to 12 digits, by GS1's General Specifications. It tells who issued the number, not where a product is made. */
  gs1CompanyPrefix: z.nullable(z.string().check(z.regex(/^\d{6,12}$/, { error: "gs1_company_prefix" }))),
  wikidataId: z.nullable(z.string().check(z.maxLength(12), z.regex(/^Q[1-9]\d*$/, { error: "wikidata_id" }))),
  isMuslimOwned: z.enum(muslimOwnedAnswers),
  defaultCurrency: z.nullable(fields.currencyCode()),
  /** Minor units of `defaultCurrency`, as the next. */
  lowBalanceAlertMinor: z.nullable(fields.amountMinor()),
  monthlyBudgetMinor: z.nullable(fields.amountMinor()),
  /** Days before cashback of this brand can be spent, when they are not those of the retailer's type. */
  pendingDays: z.nullable(z.int().check(z.minimum(0), z.maximum(brandLimits.pendingDaysMax))),
  /** Of its products, where neither they nor a retailer's assignment say. Null: as the retailer's type. */
  cashbackBps: z.nullable(fields.basisPoints()),
  contactName: z.nullable(fields.text({ min: 1, max: brandLimits.contactNameMax })),
  contactEmail: z.nullable(fields.email()),
  contactPhone: z.nullable(phone()),
  logoFileId: z.nullable(fields.id()),
  /** What the logo shows, for those who cannot see it. */
  logoAlt: z.nullable(fields.text({ min: 1, max: brandLimits.logoAltMax })),
  logoAltI18n: fields.translations({ max: brandLimits.logoAltMax }),
};

/** All of a brand that a person fills in. */
export const BrandInput = z.strictObject(written);
export type BrandInput = z.output<typeof BrandInput>;

/** Only the fields that changed. */
export const BrandPatch = z.partial(BrandInput);
export type BrandPatch = z.output<typeof BrandPatch>;

export const Brand = z.object({
  id: z.string(),
  /** `BR-00417`, for people to read out. */
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  alternativeNames: z.array(z.string()),
  slug: z.string(),
  legalEntityName: z.nullable(z.string()),
  registrationNo: z.nullable(z.string()),
  country: z.nullable(z.string()),
  website: z.nullable(z.string()),
  /** Addresses by kind: `instagram`. */
  social: z.record(z.string(), z.string()),
  story: z.nullable(z.string()),
  storyI18n: z.record(z.string(), z.string()),
  foundedYear: z.nullable(z.int()),
  gs1CompanyPrefix: z.nullable(z.string()),
  wikidataId: z.nullable(z.string()),
  isMuslimOwned: z.enum(muslimOwnedAnswers),
  defaultCurrency: z.nullable(z.string()),
  lowBalanceAlertMinor: z.nullable(z.int()),
  monthlyBudgetMinor: z.nullable(z.int()),
  pendingDays: z.nullable(z.int()),
  cashbackBps: z.nullable(z.int()),
  contactName: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  logoFileId: z.nullable(z.string()),
  logoAlt: z.nullable(z.string()),
  logoAltI18n: z.record(z.string(), z.string()),
  status: BrandStatus,
  /** Why it has this status. Always told when it is suspended or rejected. */
  statusReason: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
  /** What may happen to it next, and what stands in the way. */
  allowedTransitions: z.array(Transition),
});
export type Brand = z.output<typeof Brand>;

/** A brand as a list shows it. */
export const BrandRow = z.pick(Brand, {
  id: true,
  code: true,
  name: true,
  nameI18n: true,
  legalEntityName: true,
  country: true,
  website: true,
  foundedYear: true,
  wikidataId: true,
  isMuslimOwned: true,
  defaultCurrency: true,
  contactName: true,
  contactEmail: true,
  contactPhone: true,
  logoFileId: true,
  status: true,
  version: true,
  createdAt: true,
  updatedAt: true,
});
export type BrandRow = z.output<typeof BrandRow>;

/** Another brand of which a new one may be a copy. */
export const SimilarBrand = z.object({
  ...z.pick(Brand, { id: true, code: true, name: true, country: true, status: true }).shape,
  /** The names differ in case or white space only, so this one refuses the other. */
  isSameName: z.boolean(),
});

export const brandSorts = ["name", "createdAt", "updatedAt", "code", "country"] as const;

const filters = {
  ids: anyOf(fields.id()),
  country: anyOf(fields.countryCode()),
  isMuslimOwned: anyOf(z.enum(muslimOwnedAnswers)),
  /** First and last day, in UTC, both included. */
  createdFrom: z.optional(fields.date()),
  createdTo: z.optional(fields.date()),
  hasArabicName: z.optional(z.boolean()),
  /** With a product, seen by the caller and not archived, in one of these or below. */
  category: anyOf(fields.id()),
  /** Made by this import. */
  importId: z.optional(fields.id()),
};
/** Without it a list leaves archived brands out. */
const status = anyOf(BrandStatus);
export const BrandFilter = listFilter({ status, ...filters });
export type BrandFilter = z.output<typeof BrandFilter>;

/** What a file may hold of a brand, its logo aside. `id` and `version` stay here; a file is matched by `code`. */
export const brandExportColumns = [
  "code",
  ...z.keyof(z.omit(BrandInput, { logoFileId: true, logoAlt: true, logoAltI18n: true })).options,
  "status",
  "statusReason",
  "products",
  "certified",
  "createdAt",
  "updatedAt",
] as const;
export type BrandExportColumn = (typeof brandExportColumns)[number];

const statusChange = {
  to: BrandStatus,
  /** Needed when a brand is suspended or rejected. */
  reason: z.optional(fields.text({ max: brandLimits.statusReasonMax, multiline: true })),
};
const bulkStatusChange = { selection: selection(BrandFilter), ...statusChange };

export const brandRefusals = refusals({
  duplicate_name: { status: 409, message: "Another brand already has this name." },
  duplicate_slug: { status: 409, message: "Another brand already has this address." },
  duplicate_wikidata_id: { status: 409, message: "Another brand already has this Wikidata id." },
  id_taken: { status: 409, message: "Another record already has this id." },
  invalid_transition: { status: 409, message: "A brand that is {from} cannot become {to}." },
  transition_blocked: { status: 409, message: "Something is missing before this brand can become {to}." },
  only_drafts_can_be_deleted: { status: 409, message: "Only a draft can be deleted. This one can be archived." },
  brand_in_use: { status: 409, message: "Other records refer to this brand." },
});
const { duplicate_name, duplicate_slug, duplicate_wikidata_id, id_taken, invalid_transition, transition_blocked } =
  brandRefusals;

export const brands = {
  list: operation({
    method: "GET",
    path: "/api/v1/brands",
    permission: "brands.read",
    summary: "Brands, a page at a time",
    forKeys: true,
    input: listInput(brandSorts, { status, ...filters }),
    output: page(BrandRow),
  }),
  countByStatus: operation({
    method: "GET",
    path: "/api/v1/brands/counts",
    permission: "brands.read",
    summary: "How many brands have each status, under the other filters",
    forKeys: true,
    input: listFilter(filters),
    output: z.object({ byStatus: z.record(BrandStatus, Total) }),
  }),
  /** Beside the rows of a page, for whoever looks at these columns: a page of brands waits for no product. */
  figures: operation({
    method: "GET",
    path: "/api/v1/brands/figures",
    permission: "products.read",
    summary: "How many products these brands have, and how many of the published ones are certified now",
    forKeys: true,
    input: z.strictObject({
      brandIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(brandLimits.figuresMax)),
    }),
    /** A brand of which the caller may see no product is left out. */
    output: z.object({ rows: z.array(BrandFigures) }),
  }),
  findSimilar: operation({
    method: "GET",
    path: "/api/v1/brands/similar",
    permission: "brands.read",
    summary: "Brands with a name like this one, most alike first",
    forKeys: true,
    input: z.strictObject({ name: fields.text({ max: brandLimits.nameMax }), exceptId: z.optional(fields.id()) }),
    output: z.object({ rows: z.array(SimilarBrand) }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/brands/export.csv",
    permission: "brands.export",
    summary: "Every brand the list finds, as a CSV file",
    forKeys: true,
    input: listInput(brandSorts, { status, ...filters, columns: anyOf(z.enum(brandExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  /** Who may call this may import (`features/brands/api/import.ts`, where its handler is); the button names it. */
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/brands/import-template.csv",
    permission: "brands.import",
    summary: "A CSV file with the columns that an import understands and one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/brands/{id}",
    permission: "brands.read",
    summary: "One brand",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Brand,
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/brands/{id}/activity",
    permission: "brands.read",
    summary: "What was done to a brand, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/brands",
    permission: "brands.create",
    summary: "Make a draft. The caller makes the id; sent again, it answers the brand it made",
    forKeys: true,
    /** What is left out is empty. */
    input: z.strictObject({ id: fields.id(), ...BrandPatch.shape, name: written.name }),
    output: Brand,
    refusals: [duplicate_name, duplicate_slug, duplicate_wikidata_id, id_taken, fileRefusals.file_unknown],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/brands/{id}",
    permission: "brands.update",
    summary: "Change some fields",
    forKeys: true,
    input: z.strictObject({ id: fields.id(), version: fields.version(), ...BrandPatch.shape }),
    output: Brand,
    versioned: true,
    refusals: [
      commonRefusals.not_found,
      duplicate_name,
      duplicate_slug,
      duplicate_wikidata_id,
      fileRefusals.file_unknown,
    ],
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/v1/brands/{id}/status",
    permission: "brands.update",
    summary: "Take a step in the life of a brand; with a fingerprint only as previewed",
    forKeys: true,
    input: z.strictObject({ id: fields.id(), version: fields.version(), ...statusChange, ...asPreviewed }),
    output: Brand,
    versioned: true,
    refusals: [commonRefusals.not_found, invalid_transition, transition_blocked, bulkRefusals.preview_stale],
  }),
  previewStatus: operation({
    method: "POST",
    path: "/api/v1/brands/{id}/status/preview",
    permission: "brands.update",
    summary: "What a step would bring about elsewhere, such as assignments that pause. Changes nothing",
    input: z.strictObject({ id: fields.id(), to: BrandStatus }),
    output: Impact,
    refusals: [commonRefusals.not_found, invalid_transition, transition_blocked],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/brands/{id}",
    permission: "brands.delete",
    summary: "Delete a draft that nothing refers to",
    input: z.strictObject({ id: fields.id(), version: fields.version() }),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [commonRefusals.not_found, brandRefusals.only_drafts_can_be_deleted, brandRefusals.brand_in_use],
  }),
  previewStatusChange: operation({
    method: "POST",
    path: "/api/v1/brands/status-changes/preview",
    permission: "brands.update",
    summary: "What a change of status would do to many brands",
    input: z.strictObject(bulkStatusChange),
    output: BulkPreview,
    refusals: [bulkRefusals.too_many_rows],
  }),
  applyStatusChange: operation({
    method: "POST",
    path: "/api/v1/brands/status-changes",
    permission: "brands.update",
    summary: "Change the status of many brands, as previewed: all of them or none",
    input: z.strictObject({ ...bulkStatusChange, fingerprint: z.string().check(z.maxLength(100)) }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, bulkRefusals.too_many_rows],
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
