import * as z from "zod/mini";

// The values of the fields of a certificate (domain 1.7).

export const certificateKinds = [
  "product",
  "premise",
  "scheme_service",
  "abattoir",
  "raw_material",
  "consignment",
] as const;
export const CertificateKind = z.enum(certificateKinds);
export type CertificateKind = z.output<typeof CertificateKind>;

/** What a certificate can prove. */
export const proofSubjects = ["product", "premise", "service", "slaughter", "ingredient", "batch"] as const;
export type ProofSubject = (typeof proofSubjects)[number];

/**
 * What each kind proves, and nothing else: an abattoir's certificate that lists a sausage proves the slaughter, not
 * that the sausage is halal. `certificate_proves` of migration 0046 and README.md say the same.
 */
export const provenByKind: Readonly<Record<CertificateKind, ProofSubject>> = {
  product: "product",
  premise: "premise",
  scheme_service: "service",
  abattoir: "slaughter",
  raw_material: "ingredient",
  consignment: "batch",
};

export const holderTypes = ["brand", "retailer", "external"] as const;
export const HolderType = z.enum(holderTypes);
export type HolderType = z.output<typeof HolderType>;

/** `open_ended`: runs until something changes, with a day on which it is looked at again instead of an end. */
export const validityBases = ["dated", "open_ended", "consignment"] as const;
export const ValidityBasis = z.enum(validityBases);
export type ValidityBasis = z.output<typeof ValidityBasis>;

export const slaughterMethods = ["hand", "mechanical", "not_applicable", "unknown"] as const;
export const SlaughterMethod = z.enum(slaughterMethods);
export type SlaughterMethod = z.output<typeof SlaughterMethod>;

export const stunningPolicies = ["none", "reversible", "irreversible", "not_applicable", "unknown"] as const;
export const StunningPolicy = z.enum(stunningPolicies);
export type StunningPolicy = z.output<typeof StunningPolicy>;

/** How the contents are known, from the strongest evidence to the weakest. Always shown with them. */
export const evidenceLevels = ["registry_verified", "document_only", "declared_by_body", "self_declared"] as const;
export const EvidenceLevel = z.enum(evidenceLevels);
export type EvidenceLevel = z.output<typeof EvidenceLevel>;

export const verificationMethods = ["registry_lookup", "email", "phone", "document"] as const;
export const VerificationMethod = z.enum(verificationMethods);
export type VerificationMethod = z.output<typeof VerificationMethod>;

export const documentKinds = ["certificate", "annex", "product_list", "lab", "letter", "registry_snapshot"] as const;
export const DocumentKind = z.enum(documentKinds);
export type DocumentKind = z.output<typeof DocumentKind>;
/** The kinds of documents that a certifier issues. One of them is required. */
export const issuedKinds: ReadonlySet<DocumentKind> = new Set(["certificate", "annex", "product_list", "letter"]);

/** What a person decided. What follows from time is computed by `effectiveState` (rules.ts) and never stored. */
export const storedStates = [
  "draft",
  "submitted",
  "changes_requested",
  "rejected",
  "verified",
  "suspended",
  "withdrawn",
  "superseded",
] as const;
export const StoredState = z.enum(storedStates);
export type StoredState = z.output<typeof StoredState>;

/** What a certificate is at a moment. `upcoming`: verified, and its first day is still to come. */
export const effectiveStates = [
  "draft",
  "submitted",
  "changes_requested",
  "rejected",
  "upcoming",
  "valid",
  "expiring",
  "expired",
  "suspended",
  "withdrawn",
  "superseded",
] as const;
export const EffectiveState = z.enum(effectiveStates);
export type EffectiveState = z.output<typeof EffectiveState>;

/** Why a line was unlinked automatically: the line or the product got another number or brand. */
export const UnlinkCause = z.enum(["gtin", "brand"]);
export type UnlinkCause = z.output<typeof UnlinkCause>;

/** GSO 2055-2, annex A: A farming of animals … K other materials. */
export const productCategoryCodes = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"] as const;

/** JAKIM's nine schemes (domain 1.7); other bodies mostly have none. */
export const schemeCodes = [
  "food_beverage",
  "cosmetics",
  "pharmaceuticals",
  "food_premises",
  "consumer_goods",
  "logistics",
  "abattoir",
  "contract_manufacturing",
  "medical_devices",
] as const;

/** Days before the end on which holder and reviewer are notified (domain 1.7). */
export const noticeDays = [180, 90, 60, 30, 14, 7, 1, 0] as const;

export const certificateLimits = {
  numberMax: 64,
  holderNameMax: 200,
  addressMax: 500,
  scopeMax: 5000,
  notesMax: 5000,
  reasonMax: 500,
  lineNameMax: 300,
  lineBrandMax: 200,
  siteNameMax: 200,
  sitesMax: 100,
  standardsMax: 20,
  documentsMax: 30,
  /** Lines of one certificate; a national list of products has some hundreds. */
  linesMax: 2000,
} as const;
