import type { Ctx } from "#api/context.ts";
import { dayIn } from "#base/days.ts";
import { daysLeftOf, lastValidDay } from "#base/expiry.ts";
import type { RelatedRecords } from "#features/halal/certificates/record/api/relatedRecords.ts";
import type { CertificateRecord } from "#features/halal/certificates/api/tables.ts";
import { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { issuedKinds } from "#features/halal/certificates/contract/vocabulary.ts";
import {
  effectiveState,
  isOddNumber,
  isOtherName,
  registryLinkOf,
  renewalWindowOf,
} from "#features/halal/certificates/rules.ts";
import { certificateFields, type CertificateInput } from "#features/halal/certificates/record/fields.ts";
import { actionsFor, levelsFor, type Candidate } from "#features/halal/certificates/review/lifecycle.ts";

const names = Object.keys(Certificate.shape) as (keyof Certificate)[];

/** A certificate as the API returns it: what is stored, and what follows from the time of `ctx`. */
export function toCertificate(record: CertificateRecord, parts: RelatedRecords, ctx: Ctx): Certificate {
  const { body, standards, sites, places, documents, lineCounts, supersedes, supersededBy, holder, people } = parts;
  const user = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  const { template, status, ...certifier } = body;
  const computed: Omit<Certificate, keyof CertificateRecord> & Record<string, unknown> = {
    body: certifier,
    standards,
    standardIds: standards.map(({ id }) => id),
    sites,
    places,
    documents,
    lineCounts,
    supersedes,
    supersededBy,
    holder: holder && { id: holder.id, code: holder.code, name: holder.name },
    hasOtherName: holder !== null && isOtherName(record.holderName, holder.names),
    hasOddNumber: isOddNumber(record.certificateNo, body.certificateNoPattern),
    ...clockOf(record, body.renewalFromDays, ctx),
    isBodySuspended: status !== "active",
    renewalWindow: renewalWindowOf(record.expiresOn, body),
    registryLink: registryLinkOf(template, record.certificateNo),
    submittedBy: user(record.submittedBy),
    reviewer: user(record.reviewerId),
    verifiedBy: user(record.verifiedBy),
    lastCheckedBy: user(record.lastCheckedBy),
    steps: actionsFor(candidateOf(record, parts), ctx.actor?.userId ?? null).map(({ action, blockers }) => ({
      verb: action,
      blockers,
    })),
    levels: [...levelsFor(record, ctx.actor?.userId ?? null)],
  };
  const shown: Record<string, unknown> = {};
  for (const name of names) shown[name] = name in computed ? computed[name] : record[name as keyof CertificateRecord];
  return shown as Certificate;
}

type ClockFields = Pick<
  CertificateRecord,
  "state" | "startsAt" | "endsAt" | "supersededFrom" | "timezone" | "validityBasis" | "reviewDueOn" | "nextCheckDueOn"
>;

/** What follows from the time of `ctx`. */
export function clockOf(record: ClockFields, noticeDays: number | null, { now }: Pick<Ctx, "now">) {
  const today = dayIn(now, record.timezone);
  const isStanding = record.state === "verified" || record.state === "suspended";
  const isBefore = (day: string | null) => isStanding && day !== null && day < today;
  return {
    effectiveState: effectiveState(record, now, noticeDays),
    lastDay: lastValidDay(record.endsAt, record.timezone),
    daysLeft: daysLeftOf(record.endsAt, record.timezone, now),
    isReviewOverdue: record.validityBasis === "open_ended" && isBefore(record.reviewDueOn),
    isCheckOverdue: isBefore(record.nextCheckDueOn),
  };
}

export const candidateOf = (
  record: CertificateRecord,
  parts: Pick<RelatedRecords, "standards" | "documents" | "lineCounts" | "supersededBy">,
): Candidate => ({
  ...record,
  standardCount: parts.standards.length,
  documentCount: parts.documents.filter(({ kind }) => issuedKinds.has(kind)).length,
  listedCount: parts.lineCounts.listed,
  hasRenewal: parts.supersededBy !== null,
});

/** The fields that people fill in. */
export const inputOf = (
  record: CertificateRecord,
  { standards, sites }: Pick<RelatedRecords, "standards" | "sites">,
): CertificateInput =>
  certificateFields.valuesOf({ ...record, standardIds: standards.map(({ id }) => id), sites } as CertificateInput);
