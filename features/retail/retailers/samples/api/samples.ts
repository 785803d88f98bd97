import type { LocationInput } from "#features/retail/retailers/locations/contract.ts";
import type { RetailerStatus } from "#features/retail/retailers/record/contract.ts";
import type { RetailerInput } from "#features/retail/retailers/record/fields.ts";

type Place = Pick<LocationInput, "name" | "addressLine1" | "city" | "postalCode" | "latitude" | "longitude"> & {
  readonly phone?: string;
};

export type SampleRetailer = {
  readonly values: Partial<RetailerInput> & { readonly tradingName: string };
  /** The code of its type. */
  readonly type: string;
  /** The name of its chain, which comes before it in the list. */
  readonly chain?: string;
  readonly places: readonly Place[];
  /** In OpenStreetMap's format; for all its locations. */
  readonly hours: string;
  readonly ramadanHours?: string;
  /** Closed for Friday prayer. */
  readonly hasJumuah?: true;
  readonly contact: string;
  /** The status that it has reached. */
  readonly status: RetailerStatus;
  readonly reason?: string;
  readonly kyc: "not_started" | "in_review" | "verified" | "rejected";
};

const gb = { country: "GB", timezone: "Europe/London", defaultCurrency: "GBP", defaultLanguage: "en" } as const;

// All fictional (domain 6): GLNs with GS1's demonstration prefix, telephone numbers of Ofcom's range for drama and of
// 555-01, addresses that end in .example. The coordinates are centres of neighbourhoods, and no real shop's.
/** Retailers in several countries and scripts, in every status. Chains come before their branches. */
export const sampleRetailers: readonly SampleRetailer[] = [
  {
    values: {
      ...gb,
      tradingName: "Demo Souk Whitechapel",
      tradingNameI18n: { ar: "سوق العرض وايت تشابل" },
      legalName: "Demo Souk Holdings Ltd",
      registrationNo: "DEMO-09522001",
      registrationCountry: "GB",
      gln: "9522000000015",
      website: "https://demo-souk.example",
      social: {
        instagram: "https://www.instagram.com/demo_souk_example",
        facebook: "https://www.facebook.com/demo.souk.example",
      },
      commissionBps: 250,
    },
    type: "GROCERY",
    places: [
      {
        name: "Whitechapel",
        addressLine1: "100 Sample Road",
        city: "London",
        postalCode: "E1 0XX",
        latitude: 51.5165,
        longitude: -0.0663,
        phone: "+442079460111",
      },
      {
        name: "Stratford kiosk",
        addressLine1: "Unit 9",
        city: "London",
        postalCode: "E15 0XX",
        latitude: 51.5416,
        longitude: -0.0033,
      },
    ],
    hours: "Mo-Su 08:00-22:00",
    ramadanHours: "Mo-Su 10:00-01:00",
    hasJumuah: true,
    contact: "Amina Sample",
    status: "active",
    kyc: "verified",
  },
  {
    values: { ...gb, tradingName: "Demo Souk Birmingham", tradingNameI18n: { ar: "سوق العرض برمنغهام" } },
    type: "GROCERY",
    chain: "Demo Souk Whitechapel",
    places: [
      {
        name: "Sparkbrook",
        addressLine1: "7 Example Street",
        city: "Birmingham",
        postalCode: "B11 0XX",
        latitude: 52.4596,
        longitude: -1.8754,
        phone: "+447700900122",
      },
    ],
    hours: "Mo-Sa 09:00-21:00; Su 10:00-18:00",
    hasJumuah: true,
    contact: "Yusuf Sample",
    status: "active",
    kyc: "verified",
  },
  {
    values: {
      tradingName: "Kedai Contoh Kampung Baru",
      country: "MY",
      timezone: "Asia/Kuala_Lumpur",
      defaultCurrency: "MYR",
      defaultLanguage: "ms",
      gln: "9522000000022",
    },
    type: "GROCERY",
    places: [
      {
        name: "Kampung Baru",
        addressLine1: "Jalan Contoh 3",
        city: "Kuala Lumpur",
        postalCode: "50300",
        latitude: 3.1649,
        longitude: 101.7068,
      },
    ],
    hours: "24/7",
    contact: "Aisyah binti Contoh",
    status: "active",
    kyc: "verified",
  },
  {
    values: {
      tradingName: "Pasar Teladan Bandung",
      country: "ID",
      timezone: "Asia/Jakarta",
      defaultCurrency: "IDR",
      defaultLanguage: "id",
      gln: "9522000000039",
    },
    type: "GROCERY",
    places: [
      {
        name: "Bandung",
        addressLine1: "Jalan Teladan 12",
        city: "Bandung",
        postalCode: "40111",
        latitude: -6.9147,
        longitude: 107.6098,
      },
    ],
    hours: "Mo-Su 05:00-17:00",
    contact: "Budi Teladan",
    status: "submitted",
    kyc: "in_review",
  },
  {
    values: {
      tradingName: "Bakkal Örnek Fatih",
      tradingNameI18n: { tr: "Bakkal Örnek Fatih", ar: "بقالة أورنك الفاتح" },
      country: "TR",
      timezone: "Europe/Istanbul",
      defaultCurrency: "TRY",
      defaultLanguage: "tr",
      gln: "9522000000046",
    },
    type: "GROCERY",
    places: [
      {
        name: "Fatih",
        addressLine1: "Örnek Sokak 5",
        city: "İstanbul",
        postalCode: "34080",
        latitude: 41.0186,
        longitude: 28.9497,
      },
    ],
    hours: "Mo-Su 07:00-23:00",
    ramadanHours: "Mo-Su 10:00-02:00",
    contact: "Şükrü Örnek",
    status: "active",
    kyc: "verified",
  },
  {
    values: {
      tradingName: "بقالة النموذج",
      tradingNameI18n: { en: "Baqala Al Namoothaj", ar: "بقالة النموذج" },
      legalName: "Baqala Al Namoothaj LLC",
      country: "AE",
      timezone: "Asia/Dubai",
      defaultCurrency: "AED",
      defaultLanguage: "ar",
      registrationNo: "DEMO-CN-7720",
      registrationCountry: "AE",
      gln: "9522000000053",
    },
    type: "GROCERY",
    places: [
      {
        name: "ديرة",
        addressLine1: "شارع النموذج 8",
        city: "دبي",
        postalCode: null,
        latitude: 25.2697,
        longitude: 55.3095,
      },
      {
        name: "الشارقة",
        addressLine1: "شارع المثال 2",
        city: "الشارقة",
        postalCode: null,
        latitude: 25.3463,
        longitude: 55.4209,
      },
    ],
    hours: "Sa-Th 07:00-24:00; Fr 07:00-11:30, 13:30-24:00",
    ramadanHours: "Mo-Su 15:00-03:00",
    contact: "محمد النموذج",
    status: "active",
    kyc: "verified",
  },
  {
    values: {
      tradingName: "نمونہ کریانہ اسٹور",
      tradingNameI18n: { en: "Namoona Kiryana Karachi", ur: "نمونہ کریانہ اسٹور" },
      country: "PK",
      timezone: "Asia/Karachi",
      defaultCurrency: "PKR",
      defaultLanguage: "ur",
      gln: "9522000000060",
    },
    type: "GROCERY",
    places: [
      {
        name: "Saddar",
        addressLine1: "12 Namoona Street",
        city: "Karachi",
        postalCode: "74400",
        latitude: 24.8556,
        longitude: 67.0224,
      },
    ],
    hours: "Mo-Su 09:00-23:00",
    hasJumuah: true,
    contact: "فاطمہ نمونہ",
    status: "changes_requested",
    reason: "The trade licence is of another address. Please send the one of the shop.",
    kyc: "in_review",
  },
  {
    values: {
      tradingName: "Boucherie Exemple Lyon",
      country: "FR",
      timezone: "Europe/Paris",
      defaultCurrency: "EUR",
      defaultLanguage: "fr",
      gln: "9522000000077",
    },
    type: "BUTCHER",
    places: [
      {
        name: "La Guillotière",
        addressLine1: "3 rue de l’Exemple",
        city: "Lyon",
        postalCode: "69007",
        latitude: 45.7531,
        longitude: 4.8427,
      },
    ],
    hours: "Tu-Sa 08:30-19:30; Su 08:30-13:00",
    contact: "Karim Exemple",
    status: "active",
    kyc: "verified",
  },
  {
    values: { ...gb, tradingName: "Masjid Road Sample Butchers", gln: "9522000000084" },
    type: "BUTCHER",
    places: [
      {
        name: "Masjid Road",
        addressLine1: "21 Masjid Road",
        city: "Leicester",
        postalCode: "LE5 0XX",
        latitude: 52.6386,
        longitude: -1.1068,
        phone: "+447700900133",
      },
    ],
    hours: "Mo-Sa 09:00-19:00",
    hasJumuah: true,
    contact: "Ibrahim Sample",
    status: "active",
    kyc: "verified",
  },
  {
    values: {
      tradingName: "Crescent Café Example",
      country: "US",
      timezone: "America/Detroit",
      defaultCurrency: "USD",
      defaultLanguage: "en",
      gln: "9522000000091",
    },
    type: "CAFE",
    places: [
      {
        name: "Dearborn",
        addressLine1: "500 Example Avenue",
        city: "Dearborn",
        postalCode: "48126",
        latitude: 42.3362,
        longitude: -83.1763,
        phone: "+13135550142",
      },
    ],
    hours: "Mo-Th 07:00-23:00; Fr-Sa 07:00-02:00; Su 08:00-22:00",
    contact: "Layla Example",
    status: "active",
    kyc: "verified",
  },
  {
    values: {
      ...gb,
      tradingName: "ExampleHalalBox",
      gln: "9522000000107",
      website: "https://examplehalalbox.example",
      posIntegration: "api",
    },
    type: "ONLINE_ONLY",
    places: [],
    hours: "",
    contact: "Nur’ain O’Example",
    status: "active",
    kyc: "verified",
  },
  {
    values: { ...gb, tradingName: "Sample Spice Corner" },
    type: "GROCERY",
    places: [
      {
        name: "Bradford",
        addressLine1: "44 Sample Lane",
        city: "Bradford",
        postalCode: "BD7 0XX",
        latitude: 53.7918,
        longitude: -1.7785,
      },
    ],
    hours: "Mo-Sa 10:00-20:00",
    contact: "Sana Sample",
    status: "suspended",
    reason: "Meat from an unnamed supplier was found at a visit on 3 November.",
    kyc: "verified",
  },
  {
    values: { ...gb, tradingName: "Old Demo Market" },
    type: "GROCERY",
    places: [
      {
        name: "Luton",
        addressLine1: "2 Former Street",
        city: "Luton",
        postalCode: "LU1 0XX",
        latitude: 51.8787,
        longitude: -0.42,
      },
    ],
    hours: "Mo-Sa 09:00-18:00",
    contact: "Omar Sample",
    status: "closed",
    reason: "The owner has retired.",
    kyc: "verified",
  },
  {
    values: {
      tradingName: "Muster Feinkost Neukölln",
      country: "DE",
      timezone: "Europe/Berlin",
      defaultCurrency: "EUR",
      defaultLanguage: "de",
    },
    type: "RESTAURANT",
    places: [
      {
        name: "Neukölln",
        addressLine1: "Musterstraße 10",
        city: "Berlin",
        postalCode: "12043",
        latitude: 52.4811,
        longitude: 13.4353,
      },
    ],
    hours: "Mo-Su 11:00-23:00",
    contact: "Deniz Muster",
    status: "submitted",
    reason: "The name on the identity card is not the owner’s.",
    kyc: "rejected",
  },
];
