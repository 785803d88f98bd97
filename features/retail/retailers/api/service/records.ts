import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import type { Day } from "#base/days.ts";
import type { Standing } from "#base/decisions.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey, sortKey } from "#base/searchKey.ts";
import { changesSince, readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { standingOn } from "#api/decisions.ts";
import { readArrays, rowFrom, selectionOf } from "#api/statements.ts";
import { auditResource, retailerRows, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { surroundingsOf } from "#features/retail/retailers/api/service/relatedRecords.ts";
import { type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import {
  Retailer,
  type RetailerConflict,
  type RetailerInput,
  retailerStatusPermissions,
} from "#features/retail/retailers/contract/records.ts";
import { allowedTransitions, type Candidate, kycStatusOn } from "#features/retail/retailers/rules.ts";

const columnsByName = getTableColumns(table);
const columns = Object.values(columnsByName) as PgColumn[];
const names = Object.keys(columnsByName);
const selection = selectionOf(columns, table);

async function readRecords(ctx: Ctx, query: SQL): Promise<RetailerRecord[]> {
  const rows = await readArrays(ctx.db, query, { hasStablePlan: true });
  return rows.map((values) => rowFrom(names, columns, values) as RetailerRecord);
}

/** Days of papers are UTC's: a day more or less is nothing to them, and every list agrees with every record. */
export const today = (ctx: Ctx): Day => ctx.now.slice(0, 10);

/** Refuses with `not_found`, also for a retailer that this person may not see. */
export async function readRetailer(ctx: Ctx, id: string): Promise<RetailerRecord> {
  const [record] = await readRecords(ctx, sql`${selection} where ${and(eq(table.id, id), retailerScope(ctx))}`);
  if (record === undefined) throw commonRefusals.not_found();
  return record;
}

/** Refuses with `not_found`. */
export const getRetailer = async (ctx: Ctx, { id }: Input<typeof retailers.get>): Promise<Retailer> =>
  toRetailer(ctx, await readRetailer(ctx, id));

/** What was done to a retailer, newest first. Refuses with `not_found`. */
export async function readRetailerActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof retailers.activity>,
): Promise<Output<typeof retailers.activity>> {
  await readRetailer(ctx, id);
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/**
 * Reads a retailer that nobody else can change, its parts included, until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` when it has changed since `version`, where one is told.
 */
export async function lockRetailer(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<RetailerRecord> {
  const isMet = and(eq(table.id, id), retailerScope(ctx));
  const [record] = await readRecords(ctx, sql`${selection} where ${isMet} for no key update`);
  if (record === undefined) throw commonRefusals.not_found();
  if (version !== undefined && record.version !== version)
    throw commonRefusals.version_conflict(await conflictWith(ctx, record, version));
  return record;
}

async function conflictWith(ctx: Ctx, record: RetailerRecord, version: number): Promise<RetailerConflict> {
  const versions = Math.max(0, record.version - version);
  const { changedBy, changes } = await changesSince(ctx, { resource: auditResource, resourceId: record.id, versions });
  // A refusal's details pass no output schema, so that this must leave out by itself what is not told (reliability R14).
  const current = z.parse(Retailer, await toRetailer(ctx, record));
  return { current, changedBy, changedAt: record.updatedAt, changes };
}

/** What a step is judged by: the record and what is around it. */
export const judgedOf = (
  ctx: Ctx,
  record: Pick<RetailerRecord, Exclude<keyof Candidate, "branches" | "type"> | "kycExpiresOn">,
  around: Pick<Candidate, "branches" | "type">,
): Candidate => ({ ...record, ...around, kycStatus: kycStatusOn(record, today(ctx)) });

const shownNames = Object.keys(Retailer.shape).filter((name) => name in columnsByName) as (keyof RetailerRecord)[];

/** What leaves of a record, with what is around it. */
export async function toRetailer(ctx: Ctx, record: RetailerRecord): Promise<Retailer> {
  const around = await surroundingsOf(ctx, record);
  const judged = judgedOf(ctx, record, around);
  const shown = Object.fromEntries(shownNames.map((name) => [name, record[name]]));
  const { branches: _, ...told } = around;
  return {
    ...shown,
    ...told,
    kycStatus: judged.kycStatus,
    allowedTransitions: allowedTransitions(judged, await retailerStanding(ctx, record)),
  } as Retailer;
}

/** The caller's approval rights on a retailer. */
export const retailerStanding = (ctx: Ctx, { id, status, submittedBy }: RetailerRecord): Promise<Standing> =>
  standingOn(ctx, retailerRows, retailerStatusPermissions, { id, isSubmitted: status === "submitted", submittedBy });

type Named = Pick<RetailerInput, "tradingName" | "tradingNameI18n" | "legalName"> & { readonly city: string | null };

/** What a retailer is ordered and found by. */
export function keysOf({ tradingName, tradingNameI18n, legalName, city }: Named) {
  const spellings = [tradingName, ...Object.values(tradingNameI18n), legalName ?? "", city ?? ""];
  return {
    sortKey: sortKey(tradingName),
    words: [...new Set(spellings.map(searchKey))].filter(Boolean).join(" "),
    cityKey: searchKey(city ?? ""),
  };
}
