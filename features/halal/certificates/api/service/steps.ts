import type { Input } from "#base/contract.ts";
import type { Impact } from "#base/impact.ts";
import type { Ctx } from "#api/context.ts";
import { takenRefusal } from "#features/halal/certificates/api/service/changes.ts";
import { inChange, previewChange, type Written } from "#features/halal/certificates/api/service/updateCertificate.ts";
import { readParts } from "#features/halal/certificates/api/service/parts.ts";
import { handOverAfter } from "#features/halal/certificates/api/service/succession.ts";
import { judgedOf } from "#features/halal/certificates/api/service/toCertificate.ts";
import type { CertificateRecord } from "#features/halal/certificates/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate, StepVerb } from "#features/halal/certificates/contract/records.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import type { StoredState } from "#features/halal/certificates/contract/vocabulary.ts";
import { stepsFor } from "#features/halal/certificates/rules.ts";

/** Refuses with `invalid_step` where the state does not lead there, and with `step_blocked` and what stands in the way. */
export async function requireStep(ctx: Ctx, record: CertificateRecord, verb: StepVerb): Promise<void> {
  const steps = stepsFor(judgedOf(record, await readParts(ctx, record)), ctx.actor?.userId ?? null);
  const step = steps.find((each) => each.verb === verb);
  if (step === undefined) throw certificateRefusals.invalid_step({ state: record.state, verb });
  if (step.blockers.length > 0) throw certificateRefusals.step_blocked({ verb, blockers: step.blockers });
}

/** Columns of a row that comes to be in another state. */
export const inState = (ctx: Ctx, state: StoredState, stateReason: string | null = null) => ({
  state,
  stateReason,
  stateChangedAt: ctx.now,
});

/** Hands a certificate to the reviewers. Refuses with `certificate_taken` when its number and revision are here already. */
export async function submitCertificate(ctx: Ctx, at: Input<typeof certificates.submit>): Promise<Certificate> {
  try {
    return await inChange(ctx, at, async (inner, before) => {
      await requireStep(inner, before, "submit");
      const submitted = { submittedAt: ctx.now, submittedBy: ctx.actor?.userId ?? null };
      return { action: "submit", fields: { ...inState(ctx, "submitted"), ...submitted }, verb: "submitted" };
    });
  } catch (error) {
    throw takenRefusal(error) ?? error;
  }
}

type Reasoned = Input<typeof certificates.requestChanges>;

/** Gives a certificate back to whoever wrote it. */
export const requestChanges = (ctx: Ctx, { reason, ...at }: Reasoned): Promise<Certificate> =>
  inChange(ctx, at, async (inner, before) => {
    await requireStep(inner, before, "requestChanges");
    return { action: "requestChanges", fields: inState(ctx, "changes_requested", reason), reason };
  });

/** Turns a certificate down for good. */
export const rejectCertificate = (ctx: Ctx, { reason, ...at }: Reasoned): Promise<Certificate> =>
  inChange(ctx, at, async (inner, before) => {
    await requireStep(inner, before, "reject");
    return { action: "reject", fields: inState(ctx, "rejected", reason), reason };
  });

/**
 * Ends a suspension: followers resume what it paused, and nothing else. One that was to take over meanwhile does so now, and
 * what only the older revision lists pauses.
 */
export const reinstateCertificate = (
  ctx: Ctx,
  { reason, ...at }: Input<typeof certificates.reinstate>,
): Promise<Certificate> => inChange(ctx, at, reinstating(reason));

/** What would follow from the end of a suspension. Refuses as that does. */
export const previewReinstatement = (ctx: Ctx, at: Input<typeof certificates.previewReinstatement>): Promise<Impact> =>
  previewChange(ctx, at, reinstating());

const reinstating =
  (reason?: string) =>
  async (ctx: Ctx, before: CertificateRecord): Promise<Written> => {
    await requireStep(ctx, before, "reinstate");
    const afterwards = () => handOverAfter(ctx, before, "verified");
    return { action: "reinstate", fields: inState(ctx, "verified"), reason, verb: "reinstated", afterwards };
  };
