import * as z from "zod/mini";
import { StoredFile } from "#base/files.ts";
import {
  DocumentKind,
  EffectiveState,
  EvidenceLevel,
  StoredState,
  StunningPolicy,
  VerificationMethod,
} from "#features/halal/certificates/contract/vocabulary.ts";
import { certificateFields } from "#features/halal/certificates/record/fields.ts";
import { actionBlockers, certificateActions } from "#features/halal/certificates/review/lifecycle.ts";

/** An action that is possible next, and what blocks it. */
export const PossibleAction = z.object({ verb: z.enum(certificateActions), blockers: z.array(z.enum(actionBlockers)) });

/** A reference to another certificate. */
export const CertificateName = z.object({ id: z.string(), code: z.string() });
export type CertificateName = z.output<typeof CertificateName>;

export const CertifierChoice = z.object({
  id: z.string(),
  acronym: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  country: z.string(),
  website: z.nullable(z.string()),
  certificateNoPattern: z.nullable(z.string()),
  typicalValidityMonths: z.nullable(z.int()),
  /** Days before the end in which a renewal may be filed: from the larger to the smaller. */
  renewalFromDays: z.nullable(z.int()),
  renewalToDays: z.nullable(z.int()),
  defaultStunningPolicy: StunningPolicy,
});
export type CertifierChoice = z.output<typeof CertifierChoice>;

export const StandardChoice = z.object({
  id: z.string(),
  code: z.string(),
  edition: z.string(),
  title: z.string(),
});
export type StandardChoice = z.output<typeof StandardChoice>;

export const CertificateDocument = z.object({
  file: StoredFile,
  kind: DocumentKind,
  language: z.nullable(z.string()),
  /** Other certificates with the same file. */
  alsoOn: z.array(CertificateName),
});
export type CertificateDocument = z.output<typeof CertificateDocument>;

const NamedUser = z.nullable(z.object({ id: z.string(), name: z.string() }));

/** The shop of a site. */
export const CertificatePlace = z.object({
  locationId: z.string(),
  name: z.string(),
  retailerId: z.string(),
  retailerName: z.string(),
});
export type CertificatePlace = z.output<typeof CertificatePlace>;

export const Certificate = z.object({
  id: z.string(),
  /** `CERT-000114`, for people to read out. */
  code: z.string(),
  ...certificateFields.answers,
  schemeCode: z.nullable(z.string()),
  revision: z.int(),
  supersedes: z.nullable(CertificateName),
  /** The newer revision, once there is one. */
  supersededBy: z.nullable(
    z.object({ ...CertificateName.shape, state: StoredState, startsAt: z.nullable(z.string()) }),
  ),
  body: CertifierChoice,
  standards: z.array(StandardChoice),
  /** The brand or retailer that is the holder. */
  holder: z.nullable(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  /** The document calls the holder by none of its known names. */
  hasOtherName: z.boolean(),
  hasOddNumber: z.boolean(),
  documents: z.array(CertificateDocument),
  /** The shops of its sites that the reader may open. */
  places: z.array(CertificatePlace),
  lineCounts: z.object({ listed: z.int(), matched: z.int(), removed: z.int() }),
  state: StoredState,
  stateReason: z.nullable(z.string()),
  stateChangedAt: z.string(),
  /** At the time of the response. */
  effectiveState: EffectiveState,
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** The last valid day in its time zone: before `expiresOn` if a renewal takes over earlier. Null without an end. */
  lastDay: z.nullable(z.string()),
  /** Whole days in its zone until the last one; below zero when that is over. Null without an end. */
  daysLeft: z.nullable(z.int()),
  /** The days in which the certifier accepts a renewal. Null if it has no window. */
  renewalWindow: z.nullable(z.object({ opensOn: z.string(), closesOn: z.string() })),
  /** Only open-ended certificates. Markets warn at first, and block once their grace period is over. */
  isReviewOverdue: z.boolean(),
  /** Its certifier is suspended or archived: the certificate proves nothing until that ends. */
  isBodySuspended: z.boolean(),
  isCheckOverdue: z.boolean(),
  submittedAt: z.nullable(z.string()),
  submittedBy: NamedUser,
  reviewer: NamedUser,
  verifiedAt: z.nullable(z.string()),
  verifiedBy: NamedUser,
  /** The latest check since the verification. */
  lastCheckedAt: z.nullable(z.string()),
  lastCheckedBy: NamedUser,
  /** Of the latest check, as the fields below. */
  verificationMethod: z.nullable(VerificationMethod),
  registryUrl: z.nullable(z.string()),
  /** The address in the certifier's register, from the certifier's template. */
  registryLink: z.nullable(z.string()),
  registrySnapshotFileId: z.nullable(z.string()),
  verifiedSha256: z.nullable(z.string()),
  nextCheckDueOn: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
  /** The actions that are possible next, with what blocks them for this user. */
  steps: z.array(PossibleAction),
  /** The evidence levels that a check of this user can give it. */
  levels: z.array(EvidenceLevel),
});
export type Certificate = z.output<typeof Certificate>;

/** A certificate as a list shows it. */
export const CertificateRow = z.object({
  ...z.pick(Certificate, {
    id: true,
    code: true,
    certificateNo: true,
    revision: true,
    kind: true,
    holderType: true,
    holderName: true,
    holderCountry: true,
    issuedOn: true,
    validFrom: true,
    expiresOn: true,
    validityBasis: true,
    reviewDueOn: true,
    stunningPolicy: true,
    evidenceLevel: true,
    state: true,
    stateChangedAt: true,
    effectiveState: true,
    endsAt: true,
    lastDay: true,
    daysLeft: true,
    nextCheckDueOn: true,
    reviewer: true,
    version: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
  body: z.pick(CertifierChoice, { id: true, acronym: true, name: true, nameI18n: true }),
  standards: z.array(z.string()),
  lineCounts: z.pick(Certificate.shape.lineCounts, { listed: true, matched: true }),
});
export type CertificateRow = z.output<typeof CertificateRow>;
