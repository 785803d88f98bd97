import { type Day, dayIn } from "#base/days.ts";
import type { Instant } from "#base/time.ts";
import type { StoredState } from "#features/halal/certificates/contract/vocabulary.ts";
import type { CertificateInput } from "#features/halal/certificates/record/fields.ts";

/**
 * A sample refers to its body, standards, holder and products by name, as ids differ per database; days count from
 * today.
 */
export type SampleCertificate = {
  readonly number: string;
  readonly body: string;
  readonly standards: readonly string[];
  readonly holder: { readonly brand: string } | { readonly retailer: string } | { readonly external: string };
  /** As the document has it, if that differs from the holder's name. */
  readonly holderName?: string;
  readonly country: string;
  readonly timezone: string;
  /** Days of issue, of the start and of the end. Null: none. */
  readonly days: readonly [issued: number, from: number, to: number | null];
  /** Which of the brand's products: from, and up to (exclusive). Absent if the lines match no products. */
  readonly products?: readonly [number, number];
  /** How many of the lines were removed. */
  readonly removed?: number;
  readonly state: StoredState;
  readonly reason?: string;
  /** The number of the previous revision. */
  readonly renews?: string;
  /** Has the same file as another sample. */
  readonly sameFileAs?: string;
  /** Has a picture of the document instead of a PDF. */
  readonly isPicture?: true;
  /** Was suspended for a while. */
  readonly wasSuspended?: true;
  /**
   * Of two that end on the same day: the one in whose zone that day is over, or the one in whose zone it is still
   * today.
   * The zone and the last day come from `daylineAt`.
   */
  readonly dayline?: "over" | "today";
  readonly hasNoFile?: true;
  /** In days. */
  readonly nextCheck?: number;
  readonly more?: Partial<CertificateInput>;
};

const [gso, ms] = [["GSO 2055-1"], ["MS 1500"]];
const dubai = "Asia/Dubai";
const kualaLumpur = "Asia/Kuala_Lumpur";
const london = "Europe/London";
const paris = "Europe/Paris";
const registry = { evidenceLevel: "registry_verified" } as const;

/**
 * Two zones with different dates at a moment, and the date in the zone that is behind: what ends on it has expired in
 * the first and is valid in the second. Kuala Lumpur and London from 4 p.m. in London on; before that, zones that are
 * further apart. It holds when the rows are created; some hours later both have ended.
 */
export function daylineAt(now: Instant): { readonly over: string; readonly today: string; readonly day: Day } {
  const [over, today] = daylines.find(([east, west]) => dayIn(now, east) !== dayIn(now, west)) ?? daylines[0];
  return { over, today, day: dayIn(now, today) };
}

/** The last two never have the same date. */
const daylines = [
  [kualaLumpur, london],
  [kualaLumpur, "America/Chicago"],
  ["Pacific/Auckland", "Pacific/Honolulu"],
  ["Pacific/Kiritimati", "Pacific/Pago_Pago"],
] as const;

/** Every case of domain 6 once. All fictional except the bodies and standards, as the numbers show. */
export const sampleCertificates: readonly SampleCertificate[] = [
  // Valid; the next one, of another body, covers some of the same products and has expired: they stay promotable.
  {
    number: "DEMO-HFCE-25-0417",
    body: "HFCE",
    standards: gso,
    holder: { brand: "Bustan Nour Demo Foods" },
    country: "AE",
    timezone: dubai,
    days: [-60, -60, 305],
    products: [0, 40],
    state: "verified",
    nextCheck: 29,
    more: { ...registry, stunningPolicy: "not_applicable", slaughterMethod: "not_applicable" },
  },
  {
    number: "DEMO-IFANCA-24-118",
    body: "IFANCA",
    standards: ["OIC/SMIIC 1"],
    holder: { brand: "Bustan Nour Demo Foods" },
    country: "AE",
    timezone: dubai,
    days: [-400, -400, -35],
    products: [0, 3],
    state: "verified",
  },
  // Ends in a week; its renewal was filed after the window had closed.
  {
    number: "DEMO-JAKIM-24-0093",
    body: "JAKIM",
    standards: ms,
    holder: { brand: "Seri Rembulan Contoh" },
    country: "MY",
    timezone: kualaLumpur,
    days: [-724, -724, 7],
    products: [0, 40],
    state: "verified",
    nextCheck: -3,
    more: { ...registry, schemeCode: "food_beverage" },
  },
  {
    number: "DEMO-JAKIM-24-0093",
    body: "JAKIM",
    standards: ms,
    holder: { brand: "Seri Rembulan Contoh" },
    country: "MY",
    timezone: kualaLumpur,
    days: [-2, 8, 738],
    products: [0, 40],
    state: "submitted",
    renews: "DEMO-JAKIM-24-0093",
    more: { schemeCode: "food_beverage" },
  },
  {
    number: "DEMO-HQC-25-2214",
    body: "HQC",
    standards: ["OIC/SMIIC 1"],
    holder: { brand: "Gül Pınarı Örnek Şekerleme" },
    country: "TR",
    timezone: "Europe/Istanbul",
    days: [-335, -335, 30],
    products: [0, 40],
    state: "verified",
  },
  {
    number: "DEMO-SANHA-25-77",
    body: "SANHA",
    standards: gso,
    holder: { brand: "Chaand Raat Namoona Masalay" },
    country: "PK",
    timezone: "Asia/Karachi",
    days: [-276, -276, 89],
    products: [0, 40],
    state: "verified",
  },
  // Open-ended, with a check that is three weeks overdue.
  {
    number: "ID-DEMO-31110000081319591",
    body: "BPJPH",
    standards: ["SJPH"],
    holder: { brand: "Kampung Teladan Roti" },
    country: "ID",
    timezone: "Asia/Jakarta",
    days: [-800, -800, null],
    products: [0, 40],
    state: "verified",
    more: { validityBasis: "open_ended" },
  },
  // One brand, two product lines, two bodies: they differ in stunning.
  {
    number: "DEMO-HMC-25-310",
    body: "HMC",
    standards: gso,
    holder: { brand: "Crescent Vale Demo Butchers Co" },
    country: "GB",
    timezone: london,
    days: [-120, -120, 245],
    products: [0, 4],
    state: "verified",
    nextCheck: 60,
    more: { ...registry, stunningPolicy: "none", slaughterMethod: "hand" },
  },
  {
    number: "DEMO-HFA-25-905",
    wasSuspended: true,
    body: "HFA",
    standards: gso,
    holder: { brand: "Crescent Vale Demo Butchers Co" },
    country: "GB",
    timezone: london,
    days: [-200, -200, 165],
    products: [4, 40],
    state: "verified",
    more: { stunningPolicy: "reversible", slaughterMethod: "hand" },
  },
  // The same last day in two zones: over in one of them, and still today in the other.
  {
    number: "DEMO-MUIS-24-51",
    body: "MUIS",
    standards: ms,
    holder: { brand: "Seri Rembulan Contoh" },
    country: "MY",
    timezone: kualaLumpur,
    days: [-366, -366, -1],
    dayline: "over",
    products: [0, 2],
    state: "verified",
  },
  {
    number: "DEMO-HFA-24-440",
    body: "HFA",
    standards: gso,
    holder: { brand: "Crescent Vale Demo Butchers Co" },
    country: "GB",
    timezone: london,
    days: [-366, -366, -1],
    dayline: "today",
    products: [0, 2],
    state: "verified",
    more: { stunningPolicy: "reversible", slaughterMethod: "hand" },
  },
  {
    number: "DEMO-SFDA-25-62",
    body: "SFDA",
    standards: gso,
    holder: { brand: "Zaytouna Wadi Demo Dairy" },
    country: "JO",
    timezone: "Asia/Amman",
    days: [-150, -150, 215],
    products: [0, 40],
    removed: 1,
    state: "verified",
    reason: "One product has a new supplier of rennet",
  },
  {
    number: "DEMO-AVS-24-17",
    body: "AVS",
    standards: ["MS 2634"],
    holder: { brand: "Noor Botanica Sample" },
    country: "FR",
    timezone: paris,
    days: [-420, -420, -20],
    products: [0, 2],
    state: "superseded",
  },
  {
    number: "DEMO-AVS-24-17",
    body: "AVS",
    standards: ["MS 2634"],
    holder: { brand: "Noor Botanica Sample" },
    country: "FR",
    timezone: paris,
    days: [-40, -19, 346],
    products: [0, 2],
    state: "verified",
    renews: "DEMO-AVS-24-17",
    more: { ...registry, stunningPolicy: "not_applicable" },
  },
  {
    number: "DEMO-HMC-P-25-8",
    body: "HMC",
    standards: gso,
    holder: { retailer: "Masjid Road Sample Butchers" },
    country: "GB",
    timezone: london,
    days: [-90, -90, 275],
    state: "verified",
    more: { ...registry, kind: "premise", stunningPolicy: "none", slaughterMethod: "hand" },
  },
  {
    number: "DEMO-SANHA-A-3",
    body: "SANHA",
    standards: ["GSO 993"],
    holder: { external: "Sample Valley Abattoir" },
    country: "ZA",
    timezone: "Africa/Johannesburg",
    days: [-30, -30, 335],
    state: "verified",
    isPicture: true,
    more: {
      kind: "abattoir",
      slaughterMethod: "hand",
      stunningPolicy: "none",
      holderAddress: "12 Sample Road, Paarl 7646, South Africa",
    },
  },
  {
    number: "DEMO-IFANCA-25-640",
    body: "IFANCA",
    standards: ["OIC/SMIIC 1"],
    holder: { brand: "Chaand Raat Namoona Masalay" },
    country: "PK",
    timezone: "Asia/Karachi",
    days: [-300, -300, 65],
    products: [0, 2],
    state: "withdrawn",
    reason: "The body has withdrawn it",
  },
  {
    number: "DEMO-ARGML-25-29",
    body: "ARGML",
    standards: gso,
    holder: { brand: "Noor Botanica Sample" },
    country: "FR",
    timezone: paris,
    days: [-250, -250, 115],
    products: [2, 3],
    state: "suspended",
    reason: "The register does not show it any more",
  },
  // For a reviewer: one document with a different holder name, whose file is also on a second certificate.
  {
    number: "DEMO-MoIAT-26-12",
    body: "MoIAT",
    standards: ["UAE.S 2055-1"],
    holder: { brand: "Zaytouna Wadi Demo Dairy" },
    holderName: "Zaytouna Wadi Dairy Trading Est.",
    country: "JO",
    timezone: "Asia/Amman",
    days: [-10, -10, 355],
    products: [0, 3],
    state: "submitted",
  },
  {
    number: "DEMO-MoIAT-26-13",
    body: "MoIAT",
    standards: ["UAE.S 2055-1"],
    holder: { brand: "Zaytouna Wadi Demo Dairy" },
    country: "JO",
    timezone: "Asia/Amman",
    days: [-10, -10, 355],
    products: [3, 5],
    state: "changes_requested",
    reason: "Page 2 of the annex is missing",
    sameFileAs: "DEMO-MoIAT-26-12",
  },
  {
    number: "DEMO-SELF-1",
    body: "ARGML",
    standards: gso,
    holder: { brand: "Noor Botanica Sample" },
    country: "FR",
    timezone: paris,
    days: [-5, -5, 360],
    products: [3, 5],
    state: "submitted",
    hasNoFile: true,
    more: { evidenceLevel: "self_declared" },
  },
  // Verified by the holder's own statement only; the public page says that no third party has confirmed it.
  {
    number: "DEMO-SELF-2",
    body: "ARGML",
    standards: gso,
    holder: { brand: "Noor Botanica Sample" },
    country: "FR",
    timezone: paris,
    days: [-70, -70, 295],
    products: [4, 5],
    state: "verified",
    more: { evidenceLevel: "self_declared", scopeText: "Declared by the manufacturer; no body has been there yet." },
  },
  {
    number: "DEMO-CICOT-26-1",
    body: "CICOT",
    standards: gso,
    holder: { brand: "Gül Pınarı Örnek Şekerleme" },
    country: "TR",
    timezone: "Europe/Istanbul",
    days: [-1, 0, 364],
    products: [0, 2],
    state: "draft",
    hasNoFile: true,
  },
];
