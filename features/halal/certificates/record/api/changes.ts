import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { countReferences } from "#api/references.ts";
import { violationOf } from "#api/violations.ts";
import { releaseFiles } from "#features/platform/files/api/service/attachments.ts";
import { requireChoices, requireHolder } from "#features/halal/certificates/record/api/choices.ts";
import { inChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { insertCertificates } from "#features/halal/certificates/record/api/insertCertificates.ts";
import { readSites, readStandards } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { requirePlaces } from "#features/halal/certificates/scope/api/places.ts";
import { keysOf, lockCertificate, rowOf, wholeOf } from "#features/halal/certificates/record/api/records.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { inputOf } from "#features/halal/certificates/record/api/toCertificate.ts";
import { writeSites, writeStandards } from "#features/halal/certificates/record/api/relatedTables.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import type { StoredState } from "#features/halal/certificates/contract/vocabulary.ts";
import {
  certificateFields,
  isOpen,
  type CertificateInput,
  withOneHolder,
} from "#features/halal/certificates/record/fields.ts";

/**
 * Creates a draft. Sent again with the same id, returns the certificate it created.
 *
 * Refuses with `invalid_input` for fields that do not go together, and with `id_taken` when the id belongs to another.
 */
export async function createCertificate(
  ctx: Ctx,
  { id, ...input }: Input<typeof certificates.create>,
): Promise<Certificate> {
  const values = withOneHolder({ ...certificateFields.empty, ...omitUndefined(input) });
  refuseErrors(values, null);
  try {
    return await inTransaction(ctx, async (inner) => {
      await requireChoices(inner, values);
      await requireHolder(inner, values);
      await requirePlaces(inner, values);
      await insertCertificates(inner, [{ id, values }]);
      return wholeOf(inner, await rowOf(inner, id));
    });
  } catch (error) {
    if (violationOf(error)?.kind === "foreign_key") throw unknownReference(error);
    if (violationOf(error)?.kind !== "unique") throw error;
    return answerFirst(ctx, id, values);
  }
}

/** The certificate that an earlier copy of this request created. */
async function answerFirst(ctx: Ctx, id: string, values: CertificateInput): Promise<Certificate> {
  const [first] = await ctx.db.select().from(table).where(eq(table.id, id));
  if (first === undefined || first.createdBy !== (ctx.actor?.userId ?? null)) throw certificateRefusals.id_taken();
  const parts = { standards: await readStandards(ctx, id), sites: await readSites(ctx, id) };
  // Once it was edited, the first request can't be compared any more; it is enough that the caller created it.
  const isFirst =
    first.version > 1 || Object.keys(changesBetween(unordered(inputOf(first, parts)), unordered(values))).length === 0;
  if (!isFirst) throw certificateRefusals.id_taken();
  return wholeOf(ctx, first);
}

/** Sites and standards have no order of their own. */
const unordered = (values: CertificateInput): CertificateInput => ({
  ...values,
  standardIds: values.standardIds.toSorted(),
  sites: values.sites.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
});

/**
 * Changes some fields. Unchanged values make no new version.
 *
 * Refuses with `not_found`, `version_conflict`, `not_editable` for anything but the notes once it was submitted, and with
 * `invalid_input` if the fields do not fit together.
 */
export async function updateCertificate(
  ctx: Ctx,
  { id, version, ...patch }: Input<typeof certificates.update>,
): Promise<Certificate> {
  try {
    return await inChange(ctx, { id, version }, async (inner, before) => {
      const parts = { standards: await readStandards(inner, id), sites: await readSites(inner, id) };
      const current = inputOf(before, parts);
      const wanted = withOneHolder({ ...current, ...omitUndefined(patch) });
      const changes = changesBetween(unordered(current), unordered(wanted));
      const names = Object.keys(changes) as (keyof CertificateInput)[];
      if (names.length === 0) return null;
      if (!isOpen(before.state) && names.some((name) => name !== "notes")) throw notEditable(before.state);
      refuseErrors(wanted, before.state);
      if (isOpen(before.state)) {
        await requireChoices(inner, wanted, current);
        await requireHolder(inner, wanted, current);
        await requirePlaces(inner, wanted, current.sites);
      }
      if (names.includes("standardIds")) await writeStandards(inner, id, wanted.standardIds);
      if (names.includes("sites")) await writeSites(inner, id, wanted.sites);
      const columns = names.filter((name): name is Column => name !== "standardIds" && name !== "sites");
      const fields = Object.fromEntries(columns.map((name) => [name, wanted[name]])) as Partial<CertificateRecord>;
      const listed = names.filter((name) => name === "standardIds" || name === "sites");
      return {
        action: "update",
        fields: { ...fields, ...keysOf(wanted) },
        changes: Object.fromEntries(listed.map((name) => [name, changes[name]!])),
      };
    });
  } catch (error) {
    if (violationOf(error)?.kind === "foreign_key") throw unknownReference(error);
    throw takenRefusal(error) ?? error;
  }
}

type Column = Exclude<keyof CertificateInput, "standardIds" | "sites">;

/** Deletes a draft with its lines, and releases its files. */
export async function removeCertificate(
  ctx: Ctx,
  { id, version }: Input<typeof certificates.remove>,
): Promise<undefined> {
  try {
    await inTransaction(ctx, async (inner) => {
      const before = await lockCertificate(inner, { id, version });
      if (before.state !== "draft") throw certificateRefusals.only_drafts_can_be_deleted({ state: before.state });
      await releaseFiles(inner, { recordId: id });
      await inner.db.delete(table).where(eq(table.id, id));
      const lost = { certificateNo: before.certificateNo, holderName: before.holderName, state: before.state };
      const changes = changesBetween(lost, { certificateNo: null, holderName: null, state: null });
      await recordAudit(inner, [{ action: "delete", resource: auditResource, resourceId: id, changes }]);
    });
  } catch (error) {
    if (violationOf(error)?.kind !== "foreign_key") throw error;
    throw certificateRefusals.certificate_in_use({ references: await countReferences(ctx, table, id) });
  }
}

export const notEditable = (state: StoredState) => certificateRefusals.not_editable({ state });

/** The refusal if the unique index over certifier, number and revision was violated. */
export function takenRefusal(error: unknown) {
  if (violationOf(error)?.constraint !== "certificates__no_key") return null;
  const { certificate_taken } = certificateRefusals;
  return certificate_taken({}, [
    { path: "certificateNo", code: certificate_taken.code, message: certificate_taken.message },
  ]);
}

const fieldsByConstraint: Readonly<Record<string, keyof CertificateInput>> = {
  certificates__body_id: "bodyId",
  certificates__holder_brand_id: "holderBrandId",
  certificates__holder_retailer_id: "holderRetailerId",
  certificate_standards__standard_id: "standardIds",
  certificate_sites__location_id: "sites",
};

/** The refusal if a chosen record does not exist. */
function unknownReference(error: unknown) {
  const path = fieldsByConstraint[violationOf(error)?.constraint ?? ""];
  if (path === undefined) return error;
  return commonRefusals.invalid_input({}, [
    { path, code: "choice_gone", message: "This no longer exists. Choose again." },
  ]);
}

function refuseErrors(values: CertificateInput, state: StoredState | null) {
  const errors = certificateFields.errorsOf(values, state);
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}
