import type { Day } from "#base/days.ts";
import type { FieldError } from "#base/refusal.ts";
import type { KycLevel } from "#features/retail/retailer-types/contract/kyc.ts";
import type { DocumentInput, DocumentType } from "#features/retail/retailers/kyc/contract.ts";
import type { KycStatus } from "#features/retail/retailers/record/contract.ts";

/** What is stored is what a person decided; whether it still holds is the day's to say. The last day is included. */
export const kycStatusOn = (
  { kycStatus, kycExpiresOn }: { readonly kycStatus: Exclude<KycStatus, "expired">; readonly kycExpiresOn: Day | null },
  day: Day,
): KycStatus => (kycStatus === "verified" && hasExpired(kycExpiresOn, day) ? "expired" : kycStatus);

export const hasExpired = (expiresOn: Day | null, day: Day): boolean => expiresOn !== null && expiresOn < day;

/** The documents that each level requires. */
export const requiredDocuments: Readonly<Record<KycLevel, readonly DocumentType[]>> = {
  none: [],
  basic: ["trade_licence"],
  full: ["trade_licence", "tax", "id", "bank_letter"],
};

type RetailerDocument = { readonly type: DocumentType; readonly status: string; readonly expiresOn: Day | null };

/** Documents that a level requires and that are not accepted or not valid on the day. */
export const missingDocuments = (level: KycLevel, documents: readonly RetailerDocument[], day: Day): DocumentType[] =>
  requiredDocuments[level].filter(
    (type) => !documents.some((document) => document.type === type && proves(document, day)),
  );

const proves = ({ status, expiresOn }: RetailerDocument, day: Day) =>
  status === "accepted" && !hasExpired(expiresOn, day);

/** Until when the documents of a level prove it: the first that ends, of each kind the one that lasts longest. */
export function provenUntil(level: KycLevel, documents: readonly RetailerDocument[], day: Day): Day | null {
  const ends = requiredDocuments[level].map((type) =>
    documents
      .filter((document) => document.type === type && proves(document, day))
      .map(({ expiresOn }) => expiresOn)
      .reduce((latest, end) => (latest === null || end === null ? null : end > latest ? end : latest)),
  );
  return ends.reduce((first, end) => (first === null || (end !== null && end < first) ? end : first), null);
}

/** A document cannot end before it was issued. */
export const documentErrors = ({ issuedOn, expiresOn }: Pick<DocumentInput, "issuedOn" | "expiresOn">): FieldError[] =>
  issuedOn !== null && expiresOn !== null && expiresOn < issuedOn
    ? [{ path: "expiresOn", code: "ends_before_start", message: "The end can’t be before the start." }]
    : [];
