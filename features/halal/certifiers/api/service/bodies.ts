import { and, asc, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals, type Refusal } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Consequence } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import { changesBetween, changesSince, readActivityPage, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { FilePurpose } from "#api/files.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { violationOf } from "#api/violations.ts";
import { setFiles } from "#features/platform/files/api/service/attachments.ts";
import { inForceCount, recordBodyEvent } from "#features/halal/certifiers/api/service/bodyEvents.ts";
import { accreditationsTable, type BodyRecord, bodiesTable } from "#features/halal/certifiers/api/tables.ts";
import { certifierRefusals, certifiers } from "#features/halal/certifiers/contract.ts";
import {
  type Accreditation,
  Body,
  type BodyInput,
  type BodyPatch,
  certifierLogo,
} from "#features/halal/certifiers/contract/bodies.ts";
import { bodyErrors, emptyBody } from "#features/halal/certifiers/rules.ts";

/** The resource of a body's audit entries. */
export const bodyResource = "certifiers";

// Reference data: whoever may read it reads all of it.
export const bodyRows: ScopePolicy = {
  resource: bodyResource,
  table: bodiesTable,
  id: bodiesTable.id,
  by: {},
  label: { title: bodiesTable.name, code: bodiesTable.acronym, search: bodiesTable.searchKey },
};

export const bodyLogos: FilePurpose = {
  rule: certifierLogo,
  upload: [certifiers.create, certifiers.update],
  read: [certifiers.get],
  owners: bodyRows,
};

/** The body shows this logo from now on, and no other. Refuses with `file_unknown`. */
const attachLogo = (ctx: Ctx, recordId: string, logoFileId: string | null) =>
  setFiles(ctx, bodyLogos, { recordId, fileIds: logoFileId === null ? [] : [logoFileId], field: "logoFileId" });

export const bodyScope = (ctx: Ctx) => scopeCondition(ctx, bodyRows);

/** Refuses with `not_found`. */
export async function getBody(ctx: Ctx, { id }: Input<typeof certifiers.get>): Promise<Body> {
  const [record] = await ctx.db
    .select()
    .from(bodiesTable)
    .where(and(eq(bodiesTable.id, id), bodyScope(ctx)));
  if (record === undefined) throw commonRefusals.not_found();
  return toBody(ctx, record);
}

/** What was done to a body, newest first. Refuses with `not_found`. */
export async function readBodyActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof certifiers.activity>,
): Promise<Output<typeof certifiers.activity>> {
  await getBody(ctx, { id });
  return readActivityPage(ctx, { resource: bodyResource, resourceId: id, before, limit });
}

/**
 * Adds a body.
 *
 * Sent again with the same id it answers the one that it made. Refuses with `duplicate_body`, `certifier_id_taken`,
 * `file_unknown`, and with `invalid_input` when it does not hold together.
 */
export async function createBody(ctx: Ctx, { id, ...typed }: Input<typeof certifiers.create>): Promise<Body> {
  const values: BodyInput = { ...emptyBody, ...omitUndefined(typed) };
  refuseErrors(values);
  try {
    return await inTransaction(ctx, async (inner) => {
      await insertBody(inner, id, values, { action: "create" });
      return getBody(inner, { id });
    });
  } catch (error) {
    if (violationOf(error)?.constraint !== "certifying_bodies_pkey") throw duplicateBody(error) ?? error;
    const [first] = await ctx.db.select().from(bodiesTable).where(eq(bodiesTable.id, id));
    if (first?.createdBy !== actorOf(ctx).userId || first?.acronym !== values.acronym)
      throw certifierRefusals.certifier_id_taken();
    return toBody(ctx, first);
  }
}

/**
 * Changes some fields. Accreditations are replaced as a whole. Unchanged values make no new version.
 *
 * Refuses with `not_found`, `version_conflict`, `duplicate_body`, `certifier_archived`, `preview_stale` and `invalid_input`.
 */
export async function updateBody(
  ctx: Ctx,
  { id, version, fingerprint, ...patch }: Input<typeof certifiers.update>,
): Promise<Body> {
  try {
    return await inTransaction(ctx, async (inner) => {
      await requireFingerprint(inner, await changeFields(inner, { id, version }, patch), fingerprint);
      return getBody(inner, { id });
    });
  } catch (error) {
    throw duplicateBody(error) ?? error;
  }
}

/** The consequences of a change: makes it and rolls it back. Refuses as the change does. */
export async function previewBodyUpdate(
  ctx: Ctx,
  { id, version, ...patch }: Input<typeof certifiers.previewUpdate>,
): Promise<Impact> {
  try {
    return await runAndRollBack(ctx, async (inner) =>
      impactOf(inner, await changeFields(inner, { id, version }, patch)),
    );
  } catch (error) {
    throw duplicateBody(error) ?? error;
  }
}

async function changeFields(
  ctx: Ctx,
  at: { readonly id: string; readonly version: number },
  patch: BodyPatch,
): Promise<readonly Consequence[]> {
  const before = await lockBody(ctx, at);
  if (before.status === "archived") throw certifierRefusals.certifier_archived();
  return rewriteBody(ctx, before, patch);
}

type Reason = { readonly action: string; readonly reason?: string };

/** Writes a checked body with its audit entry, in the caller's transaction. */
export async function insertBody(ctx: Ctx, id: string, values: BodyInput, { action, reason }: Reason): Promise<void> {
  const { accreditations, ...own } = values;
  const by = ctx.actor?.userId ?? null;
  await attachLogo(ctx, id, values.logoFileId);
  await ctx.db.insert(bodiesTable).values({
    ...own,
    ...keysOf(values),
    id,
    status: "active",
    statusChangedAt: ctx.now,
    createdAt: ctx.now,
    createdBy: by,
    updatedAt: ctx.now,
    updatedBy: by,
  });
  await writeAccreditations(ctx, id, accreditations);
  const changes = changesBetween({ ...emptyBody, acronym: null, name: null, country: null, kind: null }, values);
  await recordAudit(ctx, [{ action, resource: bodyResource, resourceId: id, reason, changes }]);
}

/** A body with its accreditations, as a form has it. */
export type WholeBody = BodyRecord & { readonly accreditations: Accreditation[] };

/**
 * Writes a change to a locked body. If its accreditations change, records an event, so that assignments that rely on it
 * are reevaluated. Returns the consequences. Refuses with `invalid_input` if the values contradict each other.
 */
export async function rewriteBody(
  ctx: Ctx,
  before: WholeBody,
  patch: BodyPatch,
  reason?: string,
): Promise<readonly Consequence[]> {
  const wanted = omitUndefined(patch);
  const after = { ...before, ...wanted };
  refuseErrors(after);
  const changes = changesBetween(before, wanted);
  const names = Object.keys(changes);
  if (names.length === 0) return [];
  if (wanted.logoFileId !== undefined) await attachLogo(ctx, before.id, wanted.logoFileId);
  const { accreditations, ...own } = Object.fromEntries(
    names.map((name) => [name, wanted[name as keyof BodyPatch]]),
  ) as BodyPatch;
  await ctx.db
    .update(bodiesTable)
    .set({ ...own, ...keysOf(after), ...touched(ctx, before) })
    .where(eq(bodiesTable.id, before.id));
  if (accreditations !== undefined) await writeAccreditations(ctx, before.id, accreditations);
  await recordAudit(ctx, [{ action: "update", resource: bodyResource, resourceId: before.id, reason, changes }]);
  return accreditations === undefined ? [] : recordBodyEvent(ctx, before, "certifier.accreditation_changed");
}

export const touched = (ctx: Ctx, { version }: { readonly version: number }) => ({
  version: version + 1,
  updatedAt: ctx.now,
  updatedBy: ctx.actor?.userId ?? null,
});

async function writeAccreditations(ctx: Ctx, bodyId: string, wanted: readonly Accreditation[]): Promise<void> {
  await ctx.db.delete(accreditationsTable).where(eq(accreditationsTable.bodyId, bodyId));
  if (wanted.length === 0) return;
  await ctx.db.insert(accreditationsTable).values(wanted.map((each, position) => ({ ...each, bodyId, position })));
}

/**
 * Reads a body that nobody else can change until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` when it has changed since `version`.
 */
export async function lockBody(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<WholeBody> {
  const [record] = await ctx.db
    .select()
    .from(bodiesTable)
    .where(and(eq(bodiesTable.id, id), bodyScope(ctx)))
    .for("no key update");
  if (record === undefined) throw commonRefusals.not_found();
  if (version !== undefined && record.version !== version) {
    const versions = Math.max(0, record.version - version);
    const { changedBy, changes } = await changesSince(ctx, { resource: bodyResource, resourceId: id, versions });
    const current = z.parse(Body, await toBody(ctx, record));
    throw commonRefusals.version_conflict({ current, changedBy, changedAt: record.updatedAt, changes });
  }
  return { ...record, accreditations: await readAccreditations(ctx, id) };
}

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

const readAccreditations = (ctx: Ctx, bodyId: string): Promise<Accreditation[]> =>
  ctx.db
    .select(accreditationColumns)
    .from(accreditationsTable)
    .where(eq(accreditationsTable.bodyId, bodyId))
    .orderBy(asc(accreditationsTable.position));

/** A record with its accreditations, the markets that recognise it today, and how many certificates name it. */
async function toBody(ctx: Ctx, record: BodyRecord): Promise<Body> {
  const result = await ctx.db.execute(sql`
    select (select count(*)::int from certificates where body_id = ${record.id}) as "certificateCount",
           ${inForceCount(record.id, ctx.now)} as "inForceCount",
           array(select distinct market from body_recognitions
                  where body_id = ${record.id}
                    and coalesce(valid_from <= ${ctx.now.slice(0, 10)}::date, true)
                    and coalesce(valid_to >= ${ctx.now.slice(0, 10)}::date, true)
                  order by market) as markets`);
  const [counted] = (result as { rows: [Pick<Body, "certificateCount" | "inForceCount" | "markets">] }).rows;
  return { ...record, ...counted, accreditations: await readAccreditations(ctx, record.id) };
}

type Named = Pick<BodyInput, "acronym" | "name" | "nameI18n">;

/** What a body is ordered and found by. */
const keysOf = ({ acronym, name, nameI18n }: Named) => ({
  sortKey: searchKey(`${acronym} ${name}`).slice(0, 240),
  words: [...new Set([acronym, name, ...Object.values(nameI18n)].map(searchKey))].join(" "),
});

function refuseErrors(values: BodyInput): void {
  const errors = bodyErrors(values);
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}

export function duplicateBody(error: unknown): Refusal | null {
  if (violationOf(error)?.constraint !== "certifying_bodies__acronym_key") return null;
  const { duplicate_body } = certifierRefusals;
  return duplicate_body({}, [{ path: "acronym", code: duplicate_body.code, message: duplicate_body.message }]);
}
