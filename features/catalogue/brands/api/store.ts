import { and, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { Refusal } from "#base/refusal.ts";
import { nameKey, sortKey } from "#base/searchKey.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import type { FilePurpose } from "#api/files.ts";
import { isAnyOf } from "#api/list.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { hasCode, type Searchable, searchedList } from "#api/searchable.ts";
import { readArrays } from "#api/statements.ts";
import { isUnderCategories, underCategories } from "#features/catalogue/brands/api/service/categoryFilter.ts";
import { exportedFigures } from "#features/catalogue/brands/api/service/figures.ts";
import { setFiles } from "#features/platform/files/api/service/attachments.ts";
import { type BrandRecord, brandsTable as table } from "#features/catalogue/brands/api/tables.ts";
import { brandOperations, brandRefusals, brands } from "#features/catalogue/brands/contract.ts";
import {
  type BrandStatus,
  brandStatusPermissions,
  type Transition,
} from "#features/catalogue/brands/contract/statuses.ts";
import { brandFields, type BrandInput, brandLogo } from "#features/catalogue/brands/fields.ts";
import { brandLifecycle } from "#features/catalogue/brands/lifecycle.ts";

export const brandStore = recordStore({
  record: brandOperations,
  table,
  scope: { by: { brand: table.id, country: table.countryKey } },
  searched: ["name", "nameI18n", "alternativeNames", "legalEntityName"],
  sorts: {
    name: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
    code: [table.number],
    country: [table.countryKey, table.sortKey, table.id],
  },
  filters: {
    country: (countries: string[]) => isAnyOf(table.countryKey, countries),
    createdFrom: (day: string) => gte(table.createdAt, startOf(day)),
    createdTo: (day: string) => lt(table.createdAt, addMs(startOf(day), dayMs)),
    hasArabicName: (has: boolean) => sql`${table.nameI18n} ->> 'ar' is ${sql.raw(has ? "not null" : "null")}`,
    category: isUnderCategories,
    importId: isImportedBy,
  },
  lookUp: async (ctx, { category }) => {
    if (category === undefined) return {};
    const condition = await underCategories(ctx, category);
    return { category: () => condition };
  },
  list: {
    // The search key has only the digits of a code: with the letters in every row, "br" would find them all.
    spellSearch: (typed) => typed.replaceAll(/\bBR-(?=\d)/gi, " "),
    steady: ["status"],
    splitBy: "status",
  },
  unique: {
    brands__name_key: ["name", brandRefusals.duplicate_name],
    brands__slug_key: ["slug", brandRefusals.duplicate_slug],
    brands__wikidata_id_key: ["wikidataId", brandRefusals.duplicate_wikidata_id],
  },
  idTaken: brandRefusals.id_taken,
  duplicateOf: async (ctx, field, values) => ({ field, other: await findHolder(ctx, field as UniqueField, values) }),
  computed: exportedFigures,
  computedOf: async (ctx, record) => ({ allowedTransitions: await allowedTransitions(ctx, record) }),
  derive: async (ctx, values, before, id) => {
    const { logoFileId } = values;
    // The row refers to the file, so it is attached first.
    if (logoFileId !== (before?.logoFileId ?? null)) {
      const fileIds = logoFileId === null ? [] : [logoFileId];
      await setFiles(ctx, brandLogos, { recordId: id, fileIds, field: "logoFileId" });
    }
    return {};
  },
  fill: async (ctx, patch, before) => {
    const after = { ...before, ...patch, slug: before.slug };
    return patch.slug === null ? { ...patch, slug: await makeSlug(ctx, after) } : patch;
  },
  cellOf,
});

export const searchableBrands: Searchable = {
  resource: "brands",
  list: (ctx) => searchedList(ctx, brandStore.list),
  operation: brands.list,
  title: table.name,
  titleI18n: table.nameI18n,
  titleKey: table.sortKey,
  subtitle: table.code,
  exactly: hasCode(table.number, "br"),
  url: (id) => `/apps/brand/brands/${id}`,
};

/** The logos of brands: users who may change a brand may upload one, users who may read it may see it. */
export const brandLogos: FilePurpose = {
  rule: brandLogo,
  upload: [brands.create, brands.update],
  read: [brands.get],
  owners: brandStore.scopedRows,
};

export const brandTransitions = recordTransitions(brandStore, brandLifecycle, {
  label: ({ code, name }) => `${code} ${name}`,
  permissions: brandStatusPermissions,
  reads: ["code", "name", "country", "contactEmail", "contactPhone", "defaultCurrency"],
  // Other areas reevaluate whether products of the brand may be promoted.
  eventOf: ({ id, code }, type) => ({
    type,
    resource: "brands",
    resourceId: id,
    payload: { id, code },
    concerns: { brands: [id] },
  }),
  invalid: brandRefusals.invalid_transition,
  blocked: brandRefusals.transition_blocked,
});
export const manyBrandTransitions = brandTransitions.many((step: Input<typeof brands.previewStatusChange>) => step);

const allowedTransitions = async (ctx: Ctx, record: BrandRecord): Promise<Transition[]> =>
  (await brandTransitions.of(ctx, record)).map(({ to, needsReason = false, blockers }) => ({
    to,
    isAllowed: blockers.length === 0,
    needsReason,
    blockers: blockers as Transition["blockers"],
  }));

/** Creates a brand; omitted fields are empty. */
export async function createBrand(ctx: Ctx, { id, ...input }: Input<typeof brands.create>) {
  const values = { ...brandFields.empty, ...omitUndefined(input) };
  try {
    return await brandStore.handlers.create(ctx, { id, ...values });
  } catch (error) {
    // A concurrent create took the generated slug: the next attempt generates another.
    if (values.slug === null && error instanceof Refusal && error.code === "duplicate_slug")
      return createBrand(ctx, { id, ...input });
    throw error;
  }
}

export type NewBrand = {
  readonly id: string;
  readonly values: BrandInput;
  /** A draft by default: sample rows may have any status. */
  readonly status?: BrandStatus;
  readonly statusReason?: string | null;
};

/** Inserts checked brands in the caller's transaction. */
export const insertBrands = (ctx: Ctx, added: readonly NewBrand[]): Promise<BrandRecord[]> =>
  brandStore.insert(
    ctx,
    added.map(({ id, values, status = "draft", statusReason = null }) => ({
      id,
      values,
      columns: { status, statusReason, isStatusLocked: status === "suspended" },
    })),
  );

const startOf = (day: string) => `${day}T00:00:00.000Z`;

/** Audit entries of an import name the request that started it. */
function isImportedBy(importId: string): SQL {
  return sql`${table.id} in (
  select resource_id::uuid from audit_log
   where resource = 'brands' and action = 'import'
     and request_id = (select caller ->> 'requestId' from imports where id = ${importId}))`;
}

type UniqueField = "name" | "slug" | "wikidataId";

/** The brand that already has a unique value; null if the caller may not see it. */
async function findHolder(ctx: Ctx, field: UniqueField, values: BrandInput) {
  const isSame = field === "name" ? eq(table.nameKey, nameKey(values.name)) : eq(table[field], values[field] ?? "");
  const { id, code, name, status } = table;
  const [other] = await ctx.db
    .select({ id, code, name })
    .from(table)
    .where(and(isSame, ne(status, "archived"), brandStore.list.scope(ctx)));
  return other ?? null;
}

/** The default slug for a brand with this name. */
async function makeSlug(ctx: Ctx, { id, number, name, nameI18n }: BrandRecord): Promise<string> {
  const [row] = await readArrays(
    ctx.db,
    sql`select free_brand_slug(${id}, ${sortKey(name)}, ${JSON.stringify(nameI18n)}::jsonb, ${number})`,
    { hasStablePlan: true },
  );
  return row![0] as string;
}

/** Cells for complex values, in the format that the import reads. */
function cellOf(name: string, row: Readonly<Record<string, unknown>>): CsvValue {
  const value = row[name];
  // A name that contains a pipe needs JSON, or the import would read two names.
  if (Array.isArray(value)) return value.some((each) => /[|[]/.test(each)) ? JSON.stringify(value) : value.join("|");
  if (typeof value !== "object" || value === null) return (value ?? null) as CsvValue;
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}
