import type { Input } from "#base/contract.ts";
import type { Impact } from "#base/impact.ts";
import type { Ctx } from "#api/context.ts";
import { takenRefusal } from "#features/halal/certificates/record/api/changes.ts";
import { shortEvent } from "#features/halal/certificates/record/api/events.ts";
import { type Change, inChange, previewChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { readRelated } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { handOverAfter } from "#features/halal/certificates/validity/api/supersession.ts";
import { candidateOf } from "#features/halal/certificates/record/api/toCertificate.ts";
import type { CertificateRecord } from "#features/halal/certificates/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import { actionsFor, type CertificateAction } from "#features/halal/certificates/review/lifecycle.ts";

/** Refuses with `invalid_step` if the state does not allow the action, and with `step_blocked` and what blocks it. */
export async function requireAction(ctx: Ctx, record: CertificateRecord, action: CertificateAction) {
  const actions = actionsFor(candidateOf(record, await readRelated(ctx, record)), ctx.actor?.userId ?? null);
  const possible = actions.find((each) => each.action === action);
  if (possible === undefined) throw certificateRefusals.invalid_step({ state: record.state, verb: action });
  const { blockers } = possible;
  if (blockers.length > 0) throw certificateRefusals.step_blocked({ verb: action, blockers });
  return possible;
}

type Options = Pick<Change, "fields" | "reason" | "afterwards">;

/** The change that a transition of the lifecycle makes: state, reason and event. */
export function transitionOf(
  ctx: Ctx,
  { action, to, event, needsReason }: Awaited<ReturnType<typeof requireAction>>,
  { fields, reason, ...options }: Options = {},
): Change {
  const stateReason = (needsReason ? reason : null) ?? null;
  return {
    action,
    fields: { state: to, stateReason, stateChangedAt: ctx.now, ...fields },
    reason,
    ...(event ? { event: shortEvent(event) } : {}),
    ...options,
  };
}

/** Submits a certificate for review. Refuses with `certificate_taken` if its number and revision exist already. */
export async function submitCertificate(ctx: Ctx, at: Input<typeof certificates.submit>): Promise<Certificate> {
  const fields = { submittedAt: ctx.now, submittedBy: ctx.actor?.userId ?? null };
  try {
    return await inChange(ctx, at, async (inner, before) =>
      transitionOf(inner, await requireAction(inner, before, "submit"), { fields }),
    );
  } catch (error) {
    throw takenRefusal(error) ?? error;
  }
}

type WithReason = Input<typeof certificates.requestChanges>;

/** Returns a certificate to its author. */
export const requestChanges = (ctx: Ctx, { reason, ...at }: WithReason): Promise<Certificate> =>
  inChange(ctx, at, async (inner, before) =>
    transitionOf(inner, await requireAction(inner, before, "requestChanges"), { reason }),
  );

/** Rejects a certificate permanently. */
export const rejectCertificate = (ctx: Ctx, { reason, ...at }: WithReason): Promise<Certificate> =>
  inChange(ctx, at, async (inner, before) =>
    transitionOf(inner, await requireAction(inner, before, "reject"), { reason }),
  );

/**
 * Ends a suspension: event handlers resume what it paused, and nothing else. A certificate that was to take over
 * meanwhile does so now, and what only the older revision lists pauses.
 */
export const reinstateCertificate = (
  ctx: Ctx,
  { reason, ...at }: Input<typeof certificates.reinstate>,
): Promise<Certificate> => inChange(ctx, at, reinstatement(reason));

/** The impact of ending a suspension. Refuses as that does. */
export const previewReinstatement = (ctx: Ctx, at: Input<typeof certificates.previewReinstatement>): Promise<Impact> =>
  previewChange(ctx, at, reinstatement());

const reinstatement = (reason?: string) => async (ctx: Ctx, before: CertificateRecord) =>
  transitionOf(ctx, await requireAction(ctx, before, "reinstate"), {
    reason,
    afterwards: () => handOverAfter(ctx, before, "verified"),
  });
