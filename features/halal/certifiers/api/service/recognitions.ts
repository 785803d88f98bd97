import { and, asc, eq, ne, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import type { Impact } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import { type TableFile, wholeTable } from "#api/tableFile.ts";
import { versionConflict } from "#api/versionConflict.ts";
import { violationOf } from "#api/violations.ts";
import { readPolicies, recognitionResource, requireList } from "#features/halal/certifiers/api/service/policies.ts";
import { certifierStore } from "#features/halal/certifiers/api/store.ts";
import {
  bodiesTable,
  type RecognitionRecord,
  recognitionsTable as table,
} from "#features/halal/certifiers/api/tables.ts";
import { certifierRefusals, type recognitions } from "#features/halal/certifiers/contract.ts";
import {
  Recognition,
  type RecognitionInput,
  type RecognitionPatch,
} from "#features/halal/certifiers/contract/recognitions.ts";
import { recognitionErrors } from "#features/halal/certifiers/rules.ts";

const shown = {
  id: table.id,
  market: table.market,
  bodyId: table.bodyId,
  recognisedBy: table.recognisedBy,
  scopeText: table.scopeText,
  validFrom: table.validFrom,
  validTo: table.validTo,
  sourceUrl: table.sourceUrl,
  readOn: table.readOn,
  note: table.note,
  version: table.version,
};

/** All of it, with the certifiers that are named and those that could be: a table of some markets by some dozen certifiers. */
export async function listRecognitions(
  ctx: Ctx,
  { bodyId }: Input<typeof recognitions.list>,
): Promise<Output<typeof recognitions.list>> {
  const { id, acronym, name, nameI18n, country, sortKey, status } = bodiesTable;
  const rows = await ctx.db
    .select(shown)
    .from(table)
    .where(bodyId === undefined ? undefined : eq(table.bodyId, bodyId))
    .orderBy(asc(table.market), sql`${table.validFrom} nulls first`, asc(table.id));
  const isNamed = sql`exists (select 1 from body_recognitions where body_recognitions.body_id = ${id})`;
  const bodies = await ctx.db
    .select({ id, acronym, name, nameI18n, country })
    .from(bodiesTable)
    .where(
      and(
        sql`(${status} = 'active' or ${isNamed})`,
        bodyId === undefined ? undefined : eq(id, bodyId),
        certifierStore.list.scope(ctx),
      ),
    )
    .orderBy(asc(sortKey), asc(id));
  return { rows, bodies, policies: await readPolicies(ctx) };
}

/**
 * Adds what a market says about a certifier. Sent again with the same id it answers the one that it made.
 *
 * Refuses with `body_unknown`, `recognition_overlaps`, `certifier_id_taken`, `preview_stale`, and with `invalid_input` for a
 * period that ends before it begins.
 */
export async function createRecognition(
  ctx: Ctx,
  { id, fingerprint, ...values }: Input<typeof recognitions.create>,
): Promise<Recognition> {
  try {
    return await inTransaction(ctx, async (inner) => {
      await requireFingerprint(inner, await insertRecognition(inner, id, values), fingerprint);
      return readRecognition(inner, id);
    });
  } catch (error) {
    if (violationOf(error)?.constraint !== "body_recognitions_pkey") throw error;
    const [first] = await ctx.db.select().from(table).where(eq(table.id, id));
    const isFirst = first?.market === values.market && first.bodyId === values.bodyId;
    if (!isFirst || first?.createdBy !== actorOf(ctx).userId) throw certifierRefusals.certifier_id_taken();
    return toRecognition(first);
  }
}

/** Writes a recognition and lets others look again at what rests on it, in the caller's transaction. Answers what followed. */
export async function insertRecognition(
  ctx: Ctx,
  id: string,
  values: RecognitionInput,
  reason?: string,
): Promise<readonly SideEffect[]> {
  await lockCertifier(ctx, values.bodyId);
  await requireValid(ctx, id, values);
  const hadList = await requireList(ctx, values.market, values.sourceUrl ?? values.recognisedBy, reason);
  const consequences = await changeList(ctx, values, { hadList }, async () => {
    const by = ctx.actor?.userId ?? null;
    await ctx.db
      .insert(table)
      .values({ ...values, id, createdAt: ctx.now, createdBy: by, updatedAt: ctx.now, updatedBy: by });
  });
  const changes = changesBetween({}, values);
  await recordAudit(ctx, [{ action: "create", resource: recognitionResource, resourceId: id, reason, changes }]);
  return consequences;
}

/** Refuses with `not_found`, `version_conflict`, `recognition_overlaps`, `preview_stale` and `invalid_input`. */
export function updateRecognition(
  ctx: Ctx,
  { id, version, fingerprint, ...patch }: Input<typeof recognitions.update>,
): Promise<Recognition> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockRecognition(inner, { id, version });
    await requireFingerprint(inner, await rewriteRecognition(inner, before, patch), fingerprint);
    return readRecognition(inner, id);
  });
}

async function rewriteRecognition(
  ctx: Ctx,
  before: RecognitionRecord,
  patch: RecognitionPatch,
): Promise<readonly SideEffect[]> {
  const { id, version } = before;
  const wanted = omitUndefined(patch);
  await requireValid(ctx, id, { ...toRecognition(before), ...wanted });
  const changes = changesBetween(before, wanted);
  if (Object.keys(changes).length === 0) return [];
  const consequences = await changeList(ctx, before, { hadList: true }, async () => {
    const stamp = { version: version + 1, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null };
    await ctx.db
      .update(table)
      .set({ ...wanted, ...stamp })
      .where(eq(table.id, id));
  });
  await recordAudit(ctx, [{ action: "update", resource: recognitionResource, resourceId: id, changes }]);
  return consequences;
}

/** Takes one back. Refuses with `not_found`, `version_conflict` and `preview_stale`. */
export function removeRecognition(
  ctx: Ctx,
  { fingerprint, ...at }: Input<typeof recognitions.remove>,
): Promise<undefined> {
  return inTransaction(ctx, async (inner) => {
    const consequences = await dropRecognition(inner, await lockRecognition(inner, at));
    await requireFingerprint(inner, consequences, fingerprint);
    return undefined;
  });
}

async function dropRecognition(ctx: Ctx, before: RecognitionRecord): Promise<readonly SideEffect[]> {
  const consequences = await changeList(ctx, before, { hadList: true }, async () => {
    await ctx.db.delete(table).where(eq(table.id, before.id));
  });
  const { id, version: _, ...values } = toRecognition(before);
  const changes = changesBetween(values, Object.fromEntries(Object.keys(values).map((name) => [name, null])));
  await recordAudit(ctx, [{ action: "delete", resource: recognitionResource, resourceId: id, changes }]);
  return consequences;
}

/**
 * What would follow where a market said this: the change itself, undone. Of one that is not there yet it is made, and without
 * anything wanted taken back.
 *
 * Refuses as the change does.
 */
export const previewRecognition = (
  ctx: Ctx,
  { id, wanted }: Input<typeof recognitions.previewChange>,
): Promise<Impact> =>
  runAndRollBack(ctx, async (inner) => {
    const [known] = await inner.db.select({ id: table.id }).from(table).where(eq(table.id, id));
    if (known === undefined && wanted !== null) return impactOf(inner, await insertRecognition(inner, id, wanted));
    const before = await lockRecognition(inner, { id });
    if (wanted === null) return impactOf(inner, await dropRecognition(inner, before));
    const { market: _, bodyId: __, ...patch } = wanted;
    return impactOf(inner, await rewriteRecognition(inner, before, patch));
  });

/** Every recognition, as a file that the import reads back. */
export async function exportRecognitions(ctx: Ctx): Promise<TableFile> {
  const { rows, bodies } = await listRecognitions(ctx, {});
  const acronyms = new Map(bodies.map(({ id, acronym }) => [id, acronym]));
  const header = ["market", "body", "recognisedBy", "scopeText", "validFrom", "validTo", "sourceUrl", "readOn", "note"];
  const lines = async function* () {
    yield rows.map((row) => [
      row.market,
      acronyms.get(row.bodyId) ?? null,
      row.recognisedBy,
      row.scopeText,
      row.validFrom,
      row.validTo,
      row.sourceUrl,
      row.readOn,
      row.note,
    ]);
  };
  return wholeTable(`recognitions-${ctx.now.slice(0, 10)}`, header, lines);
}

type RecognitionKey = Pick<RecognitionInput, "market" | "bodyId">;

/**
 * Changes a market's list, and records an event with the products whose status there may change. If this starts the
 * list, those are all products with a certificate. It never ends a list: that is a separate decision.
 */
async function changeList(
  ctx: Ctx,
  { market, bodyId }: RecognitionKey,
  { hadList }: { readonly hadList: boolean },
  change: () => Promise<void>,
): Promise<readonly SideEffect[]> {
  await change();
  const result = await ctx.db.execute(sql`
    select distinct line.product_id as id
      from certificate_products as line
      join certificates on certificates.id = line.certificate_id
     where line.product_id is not null and line.status = 'listed'
       and certificates.state in ('verified', 'suspended')
       and (${!hadList} or certificates.body_id = ${bodyId})`);
  const products = (result as { rows: { id: string }[] }).rows.map(({ id }) => id);
  return recordEvents(ctx, [
    {
      type: "certifier.recognition_changed",
      resource: "certifiers",
      resourceId: bodyId,
      payload: { market, productCount: products.length },
      concerns: { products },
    },
  ]);
}

/** Two periods of one certifier are written one after the other, so that neither overlooks the other. */
async function lockCertifier(ctx: Ctx, bodyId: string): Promise<void> {
  const [certifier] = await ctx.db
    .select({ id: bodiesTable.id })
    .from(bodiesTable)
    .where(and(eq(bodiesTable.id, bodyId), certifierStore.list.scope(ctx)))
    .for("update");
  if (certifier !== undefined) return;
  const { body_unknown } = certifierRefusals;
  throw body_unknown({}, [{ path: "bodyId", code: body_unknown.code, message: body_unknown.message }]);
}

async function requireValid(ctx: Ctx, id: string, values: RecognitionInput): Promise<void> {
  const errors = recognitionErrors(values);
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
  const [other] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        ne(table.id, id),
        eq(table.market, values.market),
        eq(table.bodyId, values.bodyId),
        sql`lower(${table.recognisedBy}) = lower(${values.recognisedBy})`,
        sql`daterange(${table.validFrom}, ${table.validTo}, '[]')
            && daterange(${values.validFrom}::date, ${values.validTo}::date, '[]')`,
      ),
    )
    .limit(1);
  if (other === undefined) return;
  const { recognition_overlaps } = certifierRefusals;
  throw recognition_overlaps({}, [
    { path: "validFrom", code: recognition_overlaps.code, message: recognition_overlaps.message },
  ]);
}

async function lockRecognition(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<RecognitionRecord> {
  const [seen] = await ctx.db.select({ bodyId: table.bodyId }).from(table).where(eq(table.id, id));
  if (seen === undefined) throw commonRefusals.not_found();
  await lockCertifier(ctx, seen.bodyId);
  const [record] = await ctx.db.select().from(table).where(eq(table.id, id)).for("update");
  if (record === undefined) throw commonRefusals.not_found();
  if (version === undefined || record.version === version) return record;
  const conflict = { resource: recognitionResource, record, version, current: record, schema: RecognitionAnswer };
  throw await versionConflict(ctx, conflict);
}

async function readRecognition(ctx: Ctx, id: string): Promise<Recognition> {
  const [record] = await ctx.db.select().from(table).where(eq(table.id, id));
  return toRecognition(record!);
}

const RecognitionAnswer = z.object(Recognition.shape);
const toRecognition = (record: RecognitionRecord): Recognition => z.parse(RecognitionAnswer, record);
