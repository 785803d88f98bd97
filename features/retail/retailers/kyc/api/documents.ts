import { desc, eq } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween } from "#api/audit.ts";
import { namesOf } from "#api/audit/names.ts";
import type { Ctx } from "#api/context.ts";
import { hasOtherHolder } from "#api/decisions.ts";
import { attachFiles, filesById, releaseFiles } from "#features/platform/files/api/service/attachments.ts";
import { today } from "#features/retail/retailers/record/api/day.ts";
import { readRetailer, refuseErrors, toRetailer } from "#features/retail/retailers/record/api/store.ts";
import { changePart } from "#features/retail/retailers/record/api/parts.ts";
import { retailerDocumentFiles } from "#features/retail/retailers/record/api/pictures.ts";
import { documentsTable as table, type RetailerRecord } from "#features/retail/retailers/api/tables.ts";
import {
  type DocumentInput,
  documentLimits,
  documentRefusals,
  type Kyc,
  retailerDocuments,
} from "#features/retail/retailers/kyc/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import {
  documentErrors,
  hasExpired,
  missingDocuments,
  provenUntil,
  requiredDocuments,
} from "#features/retail/retailers/kyc/rules.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";

type DocumentRecord = typeof table.$inferSelect;

/** The documents of a retailer, newest first. Refuses with `not_found`. */
export const listDocuments = async (ctx: Ctx, { id }: Input<typeof retailerDocuments.list>): Promise<Kyc> =>
  toKyc(ctx, await readRetailer(ctx, id));

async function toKyc(ctx: Ctx, retailer: RetailerRecord): Promise<Kyc> {
  const documents = await readDocuments(ctx, retailer.id);
  const level = await levelOf(ctx, retailer);
  const files = await filesById(
    ctx,
    documents.flatMap(({ fileId }) => fileId ?? []),
  );
  const names = await namesOf(
    ctx,
    documents.flatMap(({ decidedBy }) => decidedBy ?? []),
  );
  return {
    rows: documents.map(({ retailerId: _, decidedBy, createdBy: __, ...document }) => ({
      ...document,
      decidedByName: names.get(decidedBy ?? "") ?? null,
      file: files.get(document.fileId ?? "") ?? null,
      isExpired: hasExpired(document.expiresOn, today(ctx)),
    })),
    asked: [...requiredDocuments[level]],
    missing: missingDocuments(level, documents, today(ctx)),
    version: retailer.version,
  };
}

const readDocuments = (ctx: Ctx, retailerId: string): Promise<DocumentRecord[]> =>
  ctx.db.select().from(table).where(eq(table.retailerId, retailerId)).orderBy(desc(table.createdAt), desc(table.id));

const levelOf = async (ctx: Ctx, { retailerTypeId }: RetailerRecord) =>
  (await retailerTypesById(ctx, [retailerTypeId])).get(retailerTypeId)!.kycLevel;

/**
 * Adds a document, or replaces one that is still pending. The first one starts the review of the retailer.
 *
 * Refuses with `not_found`, `version_conflict`, `document_decided`, `too_many_documents`, `file_unknown` and
 * `invalid_input`.
 */
export async function addDocument(
  ctx: Ctx,
  { id, version, documentId, ...values }: Input<typeof retailerDocuments.add>,
): Promise<Output<typeof retailerDocuments.add>> {
  refuseErrors(documentErrors(values));
  const retailer = await changePart(ctx, { id, version }, async (inner, before) => {
    const documents = await readDocuments(inner, id);
    const known = documents.find((document) => document.id === documentId) ?? null;
    if (known !== null && known.status !== "pending") throw documentRefusals.document_decided();
    if (known === null && documents.length >= documentLimits.perRetailerMax)
      throw documentRefusals.too_many_documents({ maximum: documentLimits.perRetailerMax });
    const isChanged = known === null || Object.keys(changesBetween(known, values)).length > 0;
    if (!isChanged) return { action: "add_document", changes: {} };
    await swapFile(inner, id, { before: known?.fileId ?? null, after: values.fileId });
    await writeDocument(inner, { id: documentId, retailerId: id, values });
    return {
      action: known === null ? "add_document" : "change_document",
      changes: { [`documents.${values.type}`]: { before: known && loggedValues(known), after: loggedValues(values) } },
      ...(before.kycStatus === "not_started" ? { set: { kycStatus: "in_review" as const } } : {}),
    };
  });
  return toKyc(ctx, retailer);
}

const loggedValues = ({ number, issuedOn, expiresOn, fileId }: DocumentInput) => ({
  number,
  issuedOn,
  expiresOn,
  hasFile: fileId !== null,
});

async function swapFile(ctx: Ctx, recordId: string, files: { before: string | null; after: string | null }) {
  const { before, after } = files;
  if (before === after) return;
  if (after !== null) await attachFiles(ctx, retailerDocumentFiles, { recordId, fileIds: [after], field: "fileId" });
  if (before !== null) await releaseFiles(ctx, { recordId, fileIds: [before] });
}

async function writeDocument(
  ctx: Ctx,
  { id, retailerId, values }: { id: string; retailerId: string; values: DocumentInput },
): Promise<void> {
  const written = await ctx.db
    .insert(table)
    .values({ id, retailerId, ...values, status: "pending", createdAt: ctx.now, createdBy: ctx.actor?.userId ?? null })
    .onConflictDoUpdate({ target: table.id, set: values, setWhere: eq(table.retailerId, retailerId) })
    .returning({ id: table.id });
  if (written.length === 0) throw commonRefusals.not_found();
}

/** Refuses with `not_found`, `version_conflict` and `document_decided`. */
export async function removeDocument(
  ctx: Ctx,
  { id, version, documentId }: Input<typeof retailerDocuments.remove>,
): Promise<Output<typeof retailerDocuments.remove>> {
  const retailer = await changePart(ctx, { id, version }, async (inner) => {
    const document = await findDocument(inner, id, documentId);
    if (document.status !== "pending") throw documentRefusals.document_decided();
    await inner.db.delete(table).where(eq(table.id, documentId));
    await swapFile(inner, id, { before: document.fileId, after: null });
    return {
      action: "remove_document",
      changes: { [`documents.${document.type}`]: { before: loggedValues(document), after: null } },
    };
  });
  return toKyc(ctx, retailer);
}

async function findDocument(ctx: Ctx, retailerId: string, documentId: string): Promise<DocumentRecord> {
  const document = (await readDocuments(ctx, retailerId)).find(({ id }) => id === documentId);
  if (document === undefined) throw commonRefusals.not_found();
  return document;
}

/**
 * Refuses with `not_found`, `version_conflict`, `document_decided`, `own_documents`, and `invalid_input` for a rejection
 * without a reason.
 */
export async function decideDocument(
  ctx: Ctx,
  { id, version, documentId, decision, reason = "" }: Input<typeof retailerDocuments.decide>,
): Promise<Output<typeof retailerDocuments.decide>> {
  requireReason(decision, reason);
  const retailer = await changePart(ctx, { id, version }, async (inner) => {
    const document = await findDocument(inner, id, documentId);
    if (document.status !== "pending") throw documentRefusals.document_decided();
    if (decision === "accepted") await refuseOwn(inner, [document.createdBy]);
    const decided = { decidedBy: inner.actor?.userId ?? null, decidedAt: inner.now };
    await inner.db
      .update(table)
      .set({ status: decision, reason: reason || null, ...decided })
      .where(eq(table.id, documentId));
    return {
      action: decision === "accepted" ? "accept_document" : "reject_document",
      changes: { [`documents.${document.type}.status`]: { before: document.status, after: decision } },
      reason: reason || null,
    };
  });
  return toKyc(ctx, retailer);
}

/** Refuses with `own_documents` if one of these users is the caller, and another user could decide. */
async function refuseOwn(ctx: Ctx, people: readonly (string | null)[]): Promise<void> {
  if (ctx.actor === null || !people.includes(ctx.actor.userId)) return;
  if (await hasOtherHolder(ctx, [retailerDocuments.decideKyc.permission])) throw documentRefusals.own_documents();
}

function requireReason(decision: string, reason: string) {
  if (decision !== "rejected" || reason !== "") return;
  throw commonRefusals.invalid_input({}, [{ path: "reason", code: "reason_required", message: "Enter a reason." }]);
}

/**
 * Verifies a retailer at the level that its type requires now, until the first of its documents expires; or rejects it.
 *
 * Refuses with `not_found`, `version_conflict`, `own_documents`, `documents_missing` with their types,
 * `kyc_step_invalid` if nothing would change, and `invalid_input` for a rejection without a reason.
 */
export async function decideKyc(
  ctx: Ctx,
  { id, version, decision, reason = "" }: Input<typeof retailerDocuments.decideKyc>,
): Promise<Retailer> {
  requireReason(decision, reason);
  const retailer = await changePart(ctx, { id, version }, async (inner, before) => {
    const level = await levelOf(inner, before);
    const documents = await readDocuments(inner, id);
    const missing = missingDocuments(level, documents, today(inner));
    if (decision === "verified" && missing.length > 0) throw documentRefusals.documents_missing({ missing });
    const isVerified = decision === "verified";
    if (isVerified) await refuseOwn(inner, [before.submittedBy, ...documents.map(({ createdBy }) => createdBy)]);
    const set = {
      kycStatus: decision,
      kycLevel: isVerified ? level : null,
      kycExpiresOn: isVerified ? provenUntil(level, documents, today(inner)) : null,
      kycReason: reason || null,
    };
    const changes = changesBetween(before, set);
    if (Object.keys(changes).length === 0) throw documentRefusals.kyc_step_invalid();
    return { action: `kyc_${decision}`, changes, reason: reason || null, set };
  });
  return toRetailer(ctx, retailer);
}
