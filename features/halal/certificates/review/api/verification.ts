import type { Input } from "#base/contract.ts";
import type { Impact } from "#base/impact.ts";
import { dayIn } from "#base/days.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { inChange, previewChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { addSnapshot, readDocumentFiles } from "#features/halal/certificates/record/api/documents.ts";
import { requireAction, transitionOf } from "#features/halal/certificates/review/api/transitions.ts";
import { handOverAfter } from "#features/halal/certificates/validity/api/supersession.ts";
import type { CertificateRecord } from "#features/halal/certificates/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { levelsFor } from "#features/halal/certificates/review/lifecycle.ts";

type Check = Omit<Input<typeof certificates.recordCheck>, "id" | "version" | "reviewDueOn">;

/**
 * Verifies a certificate. The submitter cannot: the action is blocked, and a constraint of the table refuses as well.
 *
 * Refuses with `invalid_input` if the evidence does not support the level, and with `preview_stale`.
 */
export const verifyCertificate = (
  ctx: Ctx,
  { id, version, fingerprint, ...checked }: Input<typeof certificates.verify>,
): Promise<Certificate> =>
  inChange(ctx, { id, version, fingerprint }, async (inner, before) => {
    const possible = await requireAction(inner, before, "verify");
    return transitionOf(inner, possible, verificationOf(inner, before, await takeEvidence(inner, before, checked)));
  });

/**
 * The impact of a verification: what the certificate lists may resume, and what only its older revision lists pauses if
 * this one takes over at once. Needs no evidence yet.
 *
 * Refuses as the verification does.
 */
export const previewVerification = (ctx: Ctx, at: Input<typeof certificates.previewVerification>): Promise<Impact> =>
  previewChange(ctx, at, async (inner, before) =>
    transitionOf(inner, await requireAction(inner, before, "verify"), verificationOf(inner, before)),
  );

const verificationOf = (ctx: Ctx, before: CertificateRecord, evidence: Partial<CertificateRecord> = {}) => ({
  fields: { ...evidence, verifiedAt: ctx.now, verifiedBy: ctx.actor?.userId ?? null },
  afterwards: () => handOverAfter(ctx, before, "verified"),
});

/**
 * Records that a certificate was looked up again: by whom and when, beside who vouched for it and when.
 *
 * Refuses with `invalid_input` if the evidence does not support the level, if the submitter would raise it, and if the
 * next review day of an open-ended certificate is invalid or the caller may not set it.
 */
export const recordCheck = (
  ctx: Ctx,
  { id, version, reviewDueOn, ...checked }: Input<typeof certificates.recordCheck>,
): Promise<Certificate> =>
  inChange(ctx, { id, version }, async (inner, before) => {
    await requireAction(inner, before, "recordCheck");
    const userId = ctx.actor?.userId ?? null;
    if (!levelsFor(before, userId).includes(checked.evidenceLevel)) {
      throw wrong(
        "evidenceLevel",
        "level_second_person",
        "You submitted this certificate, so someone else must raise its evidence level.",
      );
    }
    const evidence = await takeEvidence(inner, before, checked);
    const reviewed = before.validityBasis === "open_ended" ? { lastReviewedOn: dayIn(ctx.now, before.timezone) } : {};
    if (reviewDueOn !== undefined) requireReview(ctx, before, reviewDueOn);
    const next = reviewDueOn === undefined ? {} : { reviewDueOn };
    return {
      action: "recordCheck",
      fields: { ...evidence, ...reviewed, ...next, lastCheckedAt: ctx.now, lastCheckedBy: userId },
      ...(reviewDueOn === undefined ? {} : { event: "reviewed" }),
    };
  });

/** Requires an open-ended certificate, a future review day, and a user other than the submitter. */
function requireReview(ctx: Ctx, before: CertificateRecord, reviewDueOn: string): void {
  if (before.validityBasis !== "open_ended") {
    throw wrong("reviewDueOn", "review_of_dated", "Only open-ended certificates have reviews.");
  }
  if (reviewDueOn <= dayIn(ctx.now, before.timezone)) {
    throw wrong("reviewDueOn", "review_in_past", "Enter a future date.");
  }
  if (before.submittedBy !== null && before.submittedBy === ctx.actor?.userId) {
    throw wrong("reviewDueOn", "review_second_person", "You submitted it, so someone else must review it.");
  }
}

/** The evidence of a verification: a snapshot of the register, or the bytes of a document. */
async function takeEvidence(ctx: Ctx, { id }: CertificateRecord, checked: Check) {
  const { method, evidenceLevel, registryUrl = null, snapshotFileId = null, nextCheckDueOn = null } = checked;
  const snapshot = snapshotFileId === null ? null : await addSnapshot(ctx, id, snapshotFileId);
  if (evidenceLevel === "registry_verified" && snapshot === null && registryUrl === null) {
    throw wrong("snapshotFileId", "snapshot_missing", "Add the registry link or upload a screenshot.");
  }
  const shown = await readDocumentFiles(ctx, id);
  const looked = snapshot?.sha256 ?? shown.find(({ kind }) => kind !== "lab")?.sha256;
  if (looked === undefined) {
    throw wrong("snapshotFileId", "evidence_missing", "Upload the document or a registry screenshot.");
  }
  return {
    verificationMethod: method,
    evidenceLevel,
    registryUrl,
    registrySnapshotFileId: snapshot?.id ?? null,
    verifiedSha256: looked,
    nextCheckDueOn,
  };
}

const wrong = (path: string, code: string, message: string) =>
  commonRefusals.invalid_input({}, [{ path, code, message }]);
