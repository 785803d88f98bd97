import { type Lifecycle, lifecycle } from "#base/records/lifecycle.ts";
import type { CertificateInput } from "#features/halal/certificates/record/fields.ts";
import {
  type EvidenceLevel,
  evidenceLevels,
  type StoredState,
} from "#features/halal/certificates/contract/vocabulary.ts";

/** What people do with a certificate. The first seven lead to another state. */
export const certificateActions = [
  "submit",
  "requestChanges",
  "reject",
  "verify",
  "suspend",
  "reinstate",
  "reduceScope",
  "withdraw",
  "renew",
  "recordCheck",
] as const;
export type CertificateAction = (typeof certificateActions)[number];

/** Why an action is not possible yet. */
export const actionBlockers = [
  "days_missing",
  "end_missing",
  "review_missing",
  "standard_missing",
  "holder_missing",
  "document_missing",
  "lines_missing",
  "second_person",
  "own_renewal",
] as const;
type Blocker = (typeof actionBlockers)[number];

/** What decides about the actions of a certificate. */
export type Candidate = Pick<
  CertificateInput,
  "kind" | "issuedOn" | "validFrom" | "expiresOn" | "validityBasis" | "reviewDueOn" | "evidenceLevel"
> & {
  readonly state: StoredState;
  readonly submittedBy: string | null;
  readonly standardCount: number;
  /** Documents of the kinds that a certifier issues. */
  readonly documentCount: number;
  readonly listedCount: number;
  readonly hasRenewal: boolean;
};
type Facts = Candidate & { readonly userId: string | null };

/**
 * The stored states and their transitions, in the order of their buttons. Renewals, checks and reductions of the scope
 * leave the state as it is. Only a newer revision makes a certificate `superseded`.
 */
export const certificateLifecycle: Lifecycle<StoredState, CertificateAction, Facts> = lifecycle<Facts>({
  blockers: (facts, to) => blockersOf(facts, to),
})({
  draft: { submit: { to: "submitted", event: "certificate.submitted" } },
  submitted: {
    verify: { to: "verified", event: "certificate.verified", hasImpact: true },
    requestChanges: { to: "changes_requested", needsReason: true },
    reject: { to: "rejected", needsReason: true },
  },
  changes_requested: { submit: { to: "submitted", event: "certificate.submitted" } },
  rejected: {},
  verified: {
    suspend: { to: "suspended", event: "certificate.suspended", needsReason: true, hasImpact: true },
    reduceScope: { to: "verified", event: "certificate.scope_reduced", needsReason: true, hasImpact: true },
    renew: "verified",
    recordCheck: "verified",
    withdraw: { to: "withdrawn", event: "certificate.withdrawn", needsReason: true, hasImpact: true },
  },
  suspended: {
    reinstate: { to: "verified", event: "certificate.reinstated", hasImpact: true },
    renew: "suspended",
    recordCheck: "suspended",
    withdraw: { to: "withdrawn", event: "certificate.withdrawn", needsReason: true, hasImpact: true },
  },
  withdrawn: {},
  superseded: {},
});

/** The actions that are possible next, and what blocks them for this user. `userId` is null for the system itself. */
export const actionsFor = (candidate: Candidate, userId: string | null) =>
  certificateLifecycle.from({ ...candidate, userId, status: candidate.state }).map(({ blockers, ...transition }) => ({
    ...transition,
    blockers:
      transition.action === "renew" && candidate.hasRenewal ? ["own_renewal" as const] : (blockers as Blocker[]),
  }));

function blockersOf(candidate: Facts, to: string): Blocker[] {
  if (to === "submitted") return missingForSubmission(candidate);
  if (candidate.state !== "submitted" || to !== "verified") return [];
  // Two users have checked every certificate that consumers see. A constraint of the table says the same.
  const isOwn = candidate.userId !== null && candidate.submittedBy === candidate.userId;
  return [...(isOwn ? (["second_person"] as const) : []), ...missingForSubmission(candidate)];
}

function missingForSubmission(candidate: Candidate): Blocker[] {
  const missing: Blocker[] = [];
  const isOpenEnded = candidate.validityBasis === "open_ended";
  if (candidate.issuedOn === null || candidate.validFrom === null) missing.push("days_missing");
  if (!isOpenEnded && candidate.expiresOn === null) missing.push("end_missing");
  if (isOpenEnded && candidate.reviewDueOn === null) missing.push("review_missing");
  if (candidate.standardCount === 0) missing.push("standard_missing");
  if (candidate.documentCount === 0 && candidate.evidenceLevel !== "self_declared") missing.push("document_missing");
  if (candidate.kind === "product" && candidate.listedCount === 0) missing.push("lines_missing");
  return missing;
}

/**
 * The levels that a check of this user can give a certificate. The submitter may keep or lower the level; raising it
 * takes a second person, as the verification does. The table has the same constraint.
 */
export const levelsFor = (
  { evidenceLevel, submittedBy }: { readonly evidenceLevel: EvidenceLevel; readonly submittedBy: string | null },
  userId: string | null,
): readonly EvidenceLevel[] =>
  userId !== null && submittedBy === userId
    ? evidenceLevels.slice(evidenceLevels.indexOf(evidenceLevel))
    : evidenceLevels;
