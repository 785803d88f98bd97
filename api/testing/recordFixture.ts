import { eq, inArray, sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { recordOperations } from "#base/records/operations.ts";
import { refusals } from "#base/refusal.ts";
import { instantColumn } from "#api/columns.ts";
import type { Ctx, Db } from "#api/context.ts";
import { recordImporter } from "#api/records/importer.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordRemovals } from "#api/records/removals.ts";
import { recordStore } from "#api/records/store.ts";
import { type Feature, serve } from "#api/serve.ts";

// A feature for tests of the record kernel: stalls of a market, in a country, some of them rented.

export const stallFields = fields(
  {
    code: field.code(/^[A-Z]\d$/, { error: "stall_code" }),
    name: field.text({ required: true, max: 40 }),
    nameI18n: field.translations("name", { max: 40 }),
    country: field.choice(["AE", "MY"], { initial: "AE" }),
    rentBps: field.percent({ initial: 0 }),
    isRented: field.flag({ initial: false }),
    note: field.text({ max: 100 }),
    /** Stored in a table of their own. */
    tags: field.custom(z.array(z.string()), []),
  },
  {
    errorsOf: ({ isRented, rentBps, tags }, _, before) => [
      ...(isRented && rentBps === 0 ? [{ path: "rentBps", code: "rent_missing", message: "Enter the rent." }] : []),
      ...(before && before.tags.length > 0 && tags.length === 0
        ? [{ path: "tags", code: "tags_missing", message: "Keep a tag." }]
        : []),
    ],
  },
);
export interface StallInput extends ValuesOf<typeof stallFields> {}

const stallLifecycle = lifecycle<{ readonly isReserved: boolean }>({
  blockers: ({ isReserved }) => (isReserved ? ["reserved"] : []),
})({ active: { archive: "archived" }, archived: { restore: "active" } });

const description = describeRecord({
  name: "stalls",
  path: "/api/v1/stalls",
  fields: stallFields,
  statuses: stallLifecycle.statuses,
  more: { letters: z.int() },
  rowOmits: ["note", "tags"],
  rowsAlso: { firstTag: z.nullable(z.string()) },
  sorts: ["name", "code"],
  filters: ["country"],
  exportColumns: ["code", "name", "nameI18n", "nameAr", "country", "letters", "status"],
});
export interface Stall extends RecordOf<typeof description> {}
export interface StallTypes extends TypesOf<typeof description, StallInput, Stall> {}
const record = recordOperations<StallTypes>(description);

export const stallRefusals = refusals({
  duplicate_stall: { status: 409, message: "Another stall has this code." },
  stall_id_taken: { status: 409, message: "Another record has this id." },
  stall_reserved: { status: 409, message: "This stall is reserved." },
  stall_in_use: { status: 409, message: "Somebody has visited this stall." },
  stall_rented: { status: 409, message: "This stall is rented." },
});

const removals = { path: "removals", permission: "archive", more: {} };
const archivings = { path: "archivings", permission: "archive", more: {} };
export const stalls = {
  list: record.list({ summary: "Stalls" }),
  countByStatus: record.countByStatus({ summary: "Stalls by status" }),
  exportCsv: record.exportCsv({ summary: "Stalls as a file" }),
  importTemplate: record.importTemplate({ summary: "An example file" }),
  get: record.get({ summary: "One stall" }),
  activity: record.activity({ summary: "Its history" }),
  create: record.create({ summary: "Add a stall" }),
  update: record.updateAsPreviewed({ summary: "Change a stall" }),
  previewUpdate: record.previewUpdate({ summary: "What a change would do" }),
  archive: record.changeStatus({ path: "archive", permission: "archive" }, { summary: "Archive or restore" }),
  remove: record.remove({ summary: "Delete a stall" }),
  previewRemoval: record.previewBulk(removals, { summary: "What deleting many would do" }),
  applyRemoval: record.applyBulk(removals, { summary: "Delete many" }),
  previewArchiving: record.previewBulk(archivings, { summary: "What archiving many would do" }),
  applyArchiving: record.applyBulk(archivings, { summary: "Archive many" }),
};

const table = pgTable("stalls", {
  id: uuid().primaryKey(),
  code: text().notNull(),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  sortKey: text("sort_key").notNull(),
  nameI18n: jsonb("name_i18n").$type<Record<string, string>>().notNull(),
  country: text().$type<StallInput["country"]>().notNull(),
  rentBps: integer("rent_bps").notNull(),
  isRented: boolean("is_rented").notNull(),
  note: text(),
  status: text().$type<Stall["status"]>().notNull(),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

const tagsTable = pgTable("stall_tags", { stallId: uuid("stall_id").notNull(), tag: text().notNull() });

/** Call it before creating the first stall. */
export const createStallTable = async (db: Db) => {
  await db.execute(sql`create table stall_tags (stall_id uuid not null, tag text not null)`);
  await db.execute(sql`
    create table stalls (
      id uuid primary key, code text not null constraint stalls__code_key unique, name text not null,
      name_key text not null, sort_key text not null, name_i18n jsonb not null, country text not null,
      rent_bps int not null, is_rented boolean not null, note text, status text not null, words text not null,
      search_key text not null generated always as (' ' || words) stored, version int not null default 1,
      created_at timestamptz(3) not null, created_by uuid, updated_at timestamptz(3) not null, updated_by uuid
    )`);
  await db.execute(sql`create table stall_visits (stall_id uuid not null references stalls (id))`);
};

async function readTags(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await ctx.db
    .select()
    .from(tagsTable)
    .where(inArray(tagsTable.stallId, [...ids]));
  return new Map(ids.map((id) => [id, rows.filter(({ stallId }) => stallId === id).map(({ tag }) => tag)]));
}

type StoredStall = typeof table.$inferSelect & Pick<StallInput, "tags">;

/** The hooks of the store that ran, in their order. */
export const hooksRun: string[] = [];

export const stallStore = recordStore<StallTypes, StoredStall>({
  record,
  table: table as typeof table & { readonly $inferSelect: StoredStall },
  elsewhere: {
    read: async (ctx, ids) => {
      const tagsById = await readTags(ctx, ids);
      return (id) => ({ tags: tagsById.get(id)! });
    },
    write: async (ctx, id, { tags = [] }) => {
      await ctx.db.delete(tagsTable).where(eq(tagsTable.stallId, id));
      if (tags.length > 0) await ctx.db.insert(tagsTable).values(tags.map((tag) => ({ stallId: id, tag })));
    },
  },
  scope: { by: { country: table.country } },
  lockFirst: async (_, { name }, isNew) => void hooksRun.push(`lock ${isNew ? "new " : ""}${name}`),
  enter: async (_, records) => void hooksRun.push(`enter ${records.map(({ name }) => name).join()}`),
  from: ({ sort }) => (sort === "code" ? sql`(select * from stalls where name <> 'Hidden') as stalls` : undefined),
  searched: ["name", "nameI18n", "code"],
  sorts: { name: [table.sortKey, table.id], code: [table.code, table.id] },
  unique: { stalls__code_key: ["code", stallRefusals.duplicate_stall] },
  idTaken: stallRefusals.stall_id_taken,
  computed: async (ctx, ids) => {
    const lengths = await ctx.db
      .select({ id: table.id, letters: sql<number>`length(${table.name})` })
      .from(table)
      .where(inArray(table.id, [...ids]));
    const lengthsById = new Map(lengths.map(({ id, letters }) => [id, letters]));
    const tagsById = await readTags(ctx, ids);
    return (id) => ({ letters: lengthsById.get(id) ?? 0, firstTag: tagsById.get(id)![0] ?? null });
  },
  impact: {
    fields: ["rentBps"],
    follow: async (_, { rentBps }) => [{ resource: "stalls", verb: "rent", count: rentBps, facts: {} }],
  },
});

export const stallTransitions = recordTransitions(stallStore, stallLifecycle, {
  label: ({ name }) => name,
  facts: () => ({ isReserved: sql`exists (select from stall_tags where stall_id = stalls.id and tag = 'reserved')` }),
  blocked: stallRefusals.stall_reserved,
  guard: async (_, all, to) => {
    const rented = to === "archived" ? all.filter(({ isRented }) => isRented) : [];
    return new Map(rented.map(({ id }) => [id, stallRefusals.stall_rented()]));
  },
});
const removal = recordRemovals(stallStore, {
  isDeletable: ({ isRented }) => !isRented,
  notDeletable: stallRefusals.stall_rented,
  inUse: stallRefusals.stall_in_use,
  label: ({ name }) => name,
  reads: ["name", "isRented"],
});
const archiving = stallTransitions.many(() => ({ to: "archived" }));

export const stallImporter = recordImporter(stallStore, {
  operations: stalls,
  title: { en: "Stalls", ar: "أكشاك" },
  listPath: "/apps/stalls",
  key: "code",
  keyOf: ({ code = "" }) => code,
  columns: {
    code: ["Code", "الرمز", "A1"],
    name: ["Name", "الاسم", "Dates"],
    nameI18n: ["Name by language", "الاسم بحسب اللغة", "{}"],
    nameAr: ["Name in Arabic", "الاسم بالعربية", "تمور"],
    country: {
      field: "country",
      fills: "country",
      title: { en: "Country", ar: "البلد" },
      aliases: ["country"],
      example: "AE",
      read: (cell) => cell.toUpperCase(),
    },
    rentBps: ["Rent", "الإيجار", "100"],
    isRented: ["Rented", "مؤجّر", "no"],
  },
});

export const stallsFeature: Feature = {
  routes: serve(stalls, {
    ...stallStore.handlers,
    importTemplate: async () => {
      throw new Error("not asked for");
    },
    archive: stallTransitions.change,
    previewArchiving: archiving.preview,
    applyArchiving: archiving.apply,
    remove: removal.remove,
    previewRemoval: removal.preview,
    applyRemoval: removal.apply,
  }),
  scopedRows: [stallStore.scopedRows],
  importers: [stallImporter],
  decisions: [{ resource: "stalls", fields: { rentBps: "stalls.setRent" }, transitions: {} }],
};
