import { asc, eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import type { FilePurpose } from "#api/files.ts";
import { isAnyOf } from "#api/list.ts";
import { recordStore } from "#api/records/store.ts";
import { inForceCount, recordCertifierEvent } from "#features/halal/certifiers/api/service/certifierEvents.ts";
import {
  accreditationsTable,
  bodiesTable as table,
  type CertifierRecord,
} from "#features/halal/certifiers/api/tables.ts";
import { certifierRefusals, certifiers } from "#features/halal/certifiers/contract.ts";
import { type Certifier, certifierRecord } from "#features/halal/certifiers/contract/certifiers.ts";
import { type Accreditation, certifierFields, certifierLogo } from "#features/halal/certifiers/fields.ts";
import { setFiles } from "#features/platform/files/api/service/attachments.ts";

export const certifierStore = recordStore({
  record: certifierRecord,
  table: table as typeof table & { readonly $inferSelect: CertifierRecord },
  // Reference data: no grant can be limited to a user's own certifiers.
  scope: { own: null, label: { title: table.name, code: table.acronym, search: table.searchKey } },
  searched: ["acronym", "name", "nameI18n"],
  sorts: {
    acronym: [table.sortKey, table.id],
    country: [table.country, table.sortKey, table.id],
    updatedAt: [table.updatedAt, table.id],
  },
  unique: {
    certifying_bodies__acronym_key: ["acronym", certifierRefusals.duplicate_body],
    accreditations_pkey: ["accreditations", certifierRefusals.certifier_id_taken],
  },
  idTaken: certifierRefusals.certifier_id_taken,
  rowLock: "no key update",
  elsewhere: {
    read: async (ctx, ids) => {
      const byId = await readAccreditations(ctx, ids);
      return (id) => ({ accreditations: byId.get(id) ?? [] });
    },
    write: (ctx, id, { accreditations = [] }) => writeAccreditations(ctx, id, accreditations),
  },
  requireEditable: ({ status }) => {
    if (status === "archived") throw certifierRefusals.certifier_archived();
  },
  computedOf: async (ctx, { id }) => readCounts(ctx, id),
  derive: async (ctx, { acronym, name, logoFileId }, before, id) => {
    // The row refers to the file, so it is attached first.
    if (logoFileId !== (before?.logoFileId ?? null)) {
      const fileIds = logoFileId === null ? [] : [logoFileId];
      await setFiles(ctx, certifierLogos, { recordId: id, fileIds, field: "logoFileId" });
    }
    return {
      sortKey: searchKey(`${acronym} ${name}`).slice(0, 240),
      ...(before === null && { statusChangedAt: ctx.now }),
    };
  },
  impact: {
    fields: ["accreditations"],
    follow: (ctx, record) => recordCertifierEvent(ctx, record, "certifier.accreditation_changed"),
  },
  cellOf: (name, row) => {
    if (name === "nameAr") return (row.nameI18n as Readonly<Record<string, string>>).ar ?? null;
    const value = row[name];
    return Array.isArray(value) ? value.join("|") : (value as CsvValue);
  },
});

export const certifierLogos: FilePurpose = {
  rule: certifierLogo,
  upload: [certifiers.create, certifiers.update],
  read: [certifiers.get],
  owners: certifierStore.scopedRows,
};

/** Adds a certifier; omitted fields are empty. */
export const createCertifier = (ctx: Ctx, { id, ...input }: Input<typeof certifiers.create>): Promise<Certifier> =>
  certifierStore.handlers.create(ctx, { id, ...certifierFields.empty, ...omitUndefined(input) });

const accreditationColumns = {
  id: accreditationsTable.id,
  accreditor: accreditationsTable.accreditor,
  accreditationNo: accreditationsTable.accreditationNo,
  scopeText: accreditationsTable.scopeText,
  validFrom: accreditationsTable.validFrom,
  validTo: accreditationsTable.validTo,
  withdrawnOn: accreditationsTable.withdrawnOn,
  withdrawnReason: accreditationsTable.withdrawnReason,
  sourceUrl: accreditationsTable.sourceUrl,
};

async function readAccreditations(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Accreditation[]>> {
  const { bodyId, position } = accreditationsTable;
  const rows = await ctx.db
    .select({ bodyId, ...accreditationColumns })
    .from(accreditationsTable)
    .where(isAnyOf(bodyId, ids))
    .orderBy(asc(position));
  const byId = new Map<string, Accreditation[]>();
  for (const { bodyId: certifierId, ...accreditation } of rows)
    byId.set(certifierId, [...(byId.get(certifierId) ?? []), accreditation]);
  return byId;
}

/** Accreditations are replaced as a whole, in their order. */
async function writeAccreditations(ctx: Ctx, bodyId: string, wanted: readonly Accreditation[]): Promise<void> {
  await ctx.db.delete(accreditationsTable).where(eq(accreditationsTable.bodyId, bodyId));
  if (wanted.length === 0) return;
  await ctx.db.insert(accreditationsTable).values(wanted.map((each, position) => ({ ...each, bodyId, position })));
}

type Counts = Pick<Certifier, "certificateCount" | "inForceCount" | "markets">;

/** How many certificates name a certifier, and the markets that recognise it today. */
async function readCounts(ctx: Ctx, id: string): Promise<Counts> {
  const today = ctx.now.slice(0, 10);
  const result = await ctx.db.execute(sql`
    select (select count(*)::int from certificates where body_id = ${id}) as "certificateCount",
           ${inForceCount(id, ctx.now)} as "inForceCount",
           array(select distinct market from body_recognitions
                  where body_id = ${id}
                    and coalesce(valid_from <= ${today}::date, true)
                    and coalesce(valid_to >= ${today}::date, true)
                  order by market) as markets`);
  return (result as { rows: [Counts] }).rows[0];
}
