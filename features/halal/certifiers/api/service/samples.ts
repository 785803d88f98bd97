import { unstatedEdition } from "#base/halal.ts";
import type { RecognitionInput } from "#features/halal/certifiers/contract/recognitions.ts";
import type { StandardInput } from "#features/halal/certifiers/contract/standards.ts";
import type { CertifierInput, Source } from "#features/halal/certifiers/fields.ts";

// Real organisations and documents. What is not known for certain is left empty, and the list rates no one. A source
// without a date hasn't been read for this list; read it before relying on it, and add the date.

type SampleCertifier = Pick<CertifierInput, "acronym" | "name" | "country" | "kind" | "sources"> &
  Partial<CertifierInput>;

const ownSite = (url: string): Source => ({ title: "The body’s own website", url, readOn: null });
const publicly: Source = {
  title: "Named in public sources; details to be read from the body itself",
  url: null,
  readOn: null,
};
const generally: Source = { title: "General knowledge; to be checked with the body itself", url: null, readOn: null };

/** Certifying bodies (domain 1.6). */
export const sampleCertifiers: readonly SampleCertifier[] = [
  {
    acronym: "JAKIM",
    name: "Jabatan Kemajuan Islam Malaysia",
    nameI18n: { ar: "إدارة الشؤون الإسلامية الماليزية", en: "Department of Islamic Development Malaysia" },
    country: "MY",
    kind: "government",
    website: "https://www.halal.gov.my",
    renewalFromDays: 180,
    renewalToDays: 90,
    sources: [
      {
        title:
          "Renewals are filed six to three months before the end; a lapsed certificate counts as a new application",
        url: "https://www.halal.gov.my",
        readOn: null,
      },
    ],
  },
  {
    acronym: "MAIN/JAIN",
    name: "Majlis Agama Islam Negeri / Jabatan Agama Islam Negeri",
    nameI18n: { ar: "المجالس والإدارات الدينية للولايات الماليزية" },
    country: "MY",
    kind: "government",
    sources: [generally],
  },
  {
    acronym: "BPJPH",
    name: "Badan Penyelenggara Jaminan Produk Halal",
    nameI18n: { ar: "هيئة تنظيم ضمان المنتجات الحلال", en: "Halal Product Assurance Organizing Agency" },
    country: "ID",
    kind: "government",
    website: "https://bpjph.halal.go.id",
    certificateNoPattern: "ID\\d{17}",
    sources: [
      { title: "Numbers look like ID31110081319591026; since 2022 without a fixed term", url: null, readOn: null },
      ownSite("https://bpjph.halal.go.id"),
    ],
  },
  {
    acronym: "MUIS",
    name: "Majlis Ugama Islam Singapura",
    nameI18n: { ar: "المجلس الإسلامي السنغافوري", en: "Islamic Religious Council of Singapore" },
    country: "SG",
    kind: "government",
    website: "https://www.muis.gov.sg",
    sources: [ownSite("https://www.muis.gov.sg")],
  },
  {
    acronym: "HMC",
    name: "Halal Monitoring Committee",
    nameI18n: { ar: "لجنة مراقبة الحلال" },
    country: "GB",
    kind: "ngo",
    website: "https://halalhmc.org",
    defaultStunningPolicy: "none",
    sources: [ownSite("https://halalhmc.org")],
  },
  {
    acronym: "HFA",
    name: "Halal Food Authority",
    nameI18n: { ar: "هيئة الغذاء الحلال" },
    country: "GB",
    kind: "ngo",
    website: "https://www.halalfoodauthority.com",
    sources: [ownSite("https://www.halalfoodauthority.com")],
  },
  {
    acronym: "IFANCA",
    name: "Islamic Food and Nutrition Council of America",
    nameI18n: { ar: "المجلس الإسلامي الأمريكي للغذاء والتغذية" },
    country: "US",
    kind: "ngo",
    website: "https://ifanca.org",
    sources: [ownSite("https://ifanca.org")],
  },
  {
    acronym: "MoIAT",
    name: "Ministry of Industry and Advanced Technology",
    nameI18n: { ar: "وزارة الصناعة والتكنولوجيا المتقدمة" },
    country: "AE",
    kind: "government",
    website: "https://moiat.gov.ae",
    sources: [{ title: "Took over the tasks of ESMA", url: "https://moiat.gov.ae", readOn: null }],
  },
  {
    acronym: "SFDA",
    name: "Saudi Food and Drug Authority, Halal Center",
    nameI18n: { ar: "الهيئة العامة للغذاء والدواء، مركز الحلال" },
    country: "SA",
    kind: "government",
    website: "https://www.sfda.gov.sa",
    sources: [ownSite("https://www.sfda.gov.sa")],
  },
  {
    acronym: "HAK",
    name: "Helal Akreditasyon Kurumu",
    nameI18n: { ar: "هيئة اعتماد الحلال التركية", en: "Halal Accreditation Agency" },
    country: "TR",
    kind: "government",
    website: "https://www.hak.gov.tr",
    sources: [{ title: "Accredits certifying bodies", url: "https://www.hak.gov.tr", readOn: null }],
  },
  {
    acronym: "CICOT",
    name: "The Central Islamic Council of Thailand",
    nameI18n: { ar: "المجلس الإسلامي المركزي في تايلاند" },
    country: "TH",
    kind: "semi_government",
    website: "https://www.cicot.or.th",
    sources: [ownSite("https://www.cicot.or.th")],
  },
  {
    acronym: "SANHA",
    name: "South African National Halaal Authority",
    nameI18n: { ar: "الهيئة الوطنية للحلال في جنوب أفريقيا" },
    country: "ZA",
    kind: "ngo",
    sources: [generally],
  },
  {
    acronym: "HFCE",
    name: "Halal Food Council of Europe",
    nameI18n: { ar: "المجلس الأوروبي للغذاء الحلال" },
    country: "BE",
    kind: "private",
    offLabelTags: ["en:halal-food-council-of-europe"],
    sources: [publicly],
  },
  {
    acronym: "AVS",
    name: "À Votre Service",
    nameI18n: { ar: "آ في إس" },
    country: "FR",
    kind: "ngo",
    defaultStunningPolicy: "none",
    sources: [publicly],
  },
  {
    acronym: "ARGML",
    name: "Association Rituelle de la Grande Mosquée de Lyon",
    nameI18n: { ar: "الجمعية الشعائرية لمسجد ليون الكبير" },
    country: "FR",
    kind: "ngo",
    sources: [publicly],
  },
  {
    acronym: "AHQC",
    name: "Agency for Halal Quality Certification",
    nameI18n: { ar: "وكالة منح شهادات جودة الحلال", bs: "Agencija za certificiranje halal kvalitete" },
    country: "BA",
    kind: "ngo",
    website: "https://halal.ba",
    sources: [{ title: "Its list of what a certificate states", url: "https://halal.ba", readOn: null }],
  },
  {
    acronym: "HQC",
    name: "Halal Quality Control",
    nameI18n: { ar: "مراقبة جودة الحلال" },
    country: "NL",
    kind: "private",
    sources: [publicly],
  },
];

type SampleStandard = Pick<StandardInput, "code" | "edition" | "title" | "owner"> & Partial<StandardInput>;

/** Halal standards (domain 1.6). */
export const sampleStandards: readonly SampleStandard[] = [
  {
    code: "MS 1500",
    edition: "2019",
    title: "Halal food – General requirements (third revision)",
    owner: "Department of Standards Malaysia",
    scope: "Food",
  },
  {
    code: "MS 2424",
    edition: unstatedEdition,
    title: "Halal pharmaceuticals",
    owner: "Department of Standards Malaysia",
    scope: "Pharmaceuticals",
  },
  {
    code: "MS 2634",
    edition: unstatedEdition,
    title: "Halal cosmetics",
    owner: "Department of Standards Malaysia",
    scope: "Cosmetics",
  },
  {
    code: "MS 2200-1",
    edition: unstatedEdition,
    title: "Islamic consumer goods – Part 1: Cosmetic and personal care",
    owner: "Department of Standards Malaysia",
    scope: "Cosmetics and personal care",
  },
  {
    code: "GSO 2055-1",
    edition: "2015",
    title: "Halal products – Part 1: General requirements for halal food",
    owner: "GCC Standardization Organization",
    scope: "Food",
  },
  {
    code: "GSO 2055-2",
    edition: "2021",
    title: "Halal products – Part 2: Requirements for halal certification bodies (edition 3)",
    owner: "GCC Standardization Organization",
    scope: "Certification bodies",
  },
  { code: "GSO 2055-4", edition: "2021", title: "Halal products – Part 4", owner: "GCC Standardization Organization" },
  {
    code: "GSO 993",
    edition: "2015",
    title: "Animal slaughtering requirements according to Islamic rules",
    owner: "GCC Standardization Organization",
    scope: "Slaughter",
  },
  {
    code: "UAE.S 2055-1",
    edition: unstatedEdition,
    title: "Halal products – Part 1: Halal food",
    owner: "MoIAT, United Arab Emirates",
    scope: "Food",
  },
  {
    code: "UAE.S 2055-2",
    edition: unstatedEdition,
    title: "Halal products – Part 2: Certification bodies",
    owner: "MoIAT, United Arab Emirates",
    scope: "Certification bodies",
  },
  {
    code: "UAE.S 2055-4",
    edition: unstatedEdition,
    title: "Halal products – Part 4",
    owner: "MoIAT, United Arab Emirates",
  },
  {
    code: "OIC/SMIIC 1",
    edition: unstatedEdition,
    title: "General requirements for halal food",
    owner: "SMIIC",
    scope: "Food",
  },
  {
    code: "OIC/SMIIC 2",
    edition: unstatedEdition,
    title: "Requirements for bodies providing halal certification",
    owner: "SMIIC",
    scope: "Certification bodies",
  },
  {
    code: "OIC/SMIIC 3",
    edition: unstatedEdition,
    title: "Requirements for halal accreditation bodies",
    owner: "SMIIC",
    scope: "Accreditation bodies",
  },
  {
    code: "HAS 23000",
    edition: unstatedEdition,
    title: "Halal certification criteria of LPPOM MUI (before BPJPH)",
    owner: "LPPOM MUI",
    scope: "Food, drugs, cosmetics",
  },
  {
    code: "SJPH",
    edition: unstatedEdition,
    title: "Sistem Jaminan Produk Halal",
    owner: "BPJPH",
    titleI18n: { ar: "نظام ضمان المنتجات الحلال" },
  },
];

type SampleRecognition = Omit<RecognitionInput, "bodyId"> & { readonly acronym: string };

const listed = (acronym: string): SampleRecognition => ({
  acronym,
  market: "MY",
  recognisedBy: "JAKIM",
  scopeText: null,
  validFrom: null,
  validTo: null,
  // Where JAKIM publishes its list. It hasn't been read for these rows, so they have no date and no scope.
  sourceUrl: "https://www.halal.gov.my",
  readOn: null,
  note: "To be confirmed on the authority’s page: a few bodies that show how a list works, not the list as it is.",
});

/** A market that has a list, so that other bodies count as missing there. */
export const sampleRecognitions: readonly SampleRecognition[] = ["JAKIM", "MAIN/JAIN", "MUIS", "CICOT", "IFANCA"].map(
  listed,
);

/** Policies of the sample data. All other markets show the default. */
export const samplePolicies = [
  {
    market: "MY",
    accreditationPolicy: "accept",
    reason: "Bodies on the list were examined for it, so no accreditation is required as well",
  },
] as const;
