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

/** Another certificate, as one names it. */
export const CertificateName = z.object({ id: z.string(), code: z.string() });
export type CertificateName = z.output<typeof CertificateName>;

export const BodyChoice = z.object({
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
export type BodyChoice = z.output<typeof BodyChoice>;

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
  /** Other certificates that show the very same bytes. */
  alsoOn: z.array(CertificateName),
});
export type CertificateDocument = z.output<typeof CertificateDocument>;

const Person = z.nullable(z.object({ id: z.string(), name: z.string() }));

/** A shop that a site stands for. */
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
  body: BodyChoice,
  standards: z.array(StandardChoice),
  /** The brand or the retailer as the house knows it. */
  holder: z.nullable(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  /** The document calls the holder by none of the names that the house knows. */
  hasOtherName: z.boolean(),
  hasOddNumber: z.boolean(),
  documents: z.array(CertificateDocument),
  /** Of the sites that name a shop, those that the reader may open. */
  places: z.array(CertificatePlace),
  lineCounts: z.object({ listed: z.int(), matched: z.int(), removed: z.int() }),
  state: StoredState,
  stateReason: z.nullable(z.string()),
  stateChangedAt: z.string(),
  /** At the moment of the answer. */
  effectiveState: EffectiveState,
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** The last valid day in its time zone: before `expiresOn` if a renewal takes over earlier. Null without an end. */
  lastDay: z.nullable(z.string()),
  /** Whole days in its zone until the last one; below zero when that is over. Null without an end. */
  daysLeft: z.nullable(z.int()),
  /** In which days its body takes a renewal. Null where the body has said none. */
  renewalWindow: z.nullable(z.object({ opensOn: z.string(), closesOn: z.string() })),
  /** Only open-ended certificates. Markets warn at first, and block once their grace period is over. */
  isReviewOverdue: z.boolean(),
  /** Its body is suspended or archived: the certificate proves nothing until that ends. */
  isBodySuspended: z.boolean(),
  isCheckOverdue: z.boolean(),
  submittedAt: z.nullable(z.string()),
  submittedBy: Person,
  reviewer: Person,
  verifiedAt: z.nullable(z.string()),
  verifiedBy: Person,
  /** When it was looked up again since, and by whom. */
  lastCheckedAt: z.nullable(z.string()),
  lastCheckedBy: Person,
  /** Of the latest look, as what stands below it. */
  verificationMethod: z.nullable(VerificationMethod),
  registryUrl: z.nullable(z.string()),
  /** Where its body's register shows it, made of the body's template. */
  registryLink: z.nullable(z.string()),
  registrySnapshotFileId: z.nullable(z.string()),
  verifiedSha256: z.nullable(z.string()),
  nextCheckDueOn: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
  /** What may happen next, and what stands in this person's way. */
  steps: z.array(PossibleAction),
  /** What this person may say is known of it after looking it up. */
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
  body: z.pick(BodyChoice, { id: true, acronym: true, name: true, nameI18n: true }),
  standards: z.array(z.string()),
  lineCounts: z.pick(Certificate.shape.lineCounts, { listed: true, matched: true }),
});
export type CertificateRow = z.output<typeof CertificateRow>;
