import type { NewBrand } from "#features/catalogue/brands/api/store.ts";
import type { BrandStatus } from "#features/catalogue/brands/contract/statuses.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";

type Sample = Omit<NewBrand, "id">;
/** All fields except the name, the country and what the status requires. */
type More = Partial<NewBrand["values"]>;

// All fictional. The first eight are from domain 6; telephone numbers are from Ofcom's range for drama, addresses end
// in .example or example.com, GS1 prefixes begin with 952, "demonstrations and examples".
/** Brands in several scripts and in every status. */
export const sampleBrands: readonly Sample[] = [
  active("Bustan Nour Demo Foods", "AE", "AED", {
    nameI18n: { ar: "بستان النور للأغذية" },
    alternativeNames: ["Bustan Nur", "Bostan Nour"],
    legalEntityName: "Bustan Nour Demo Foods LLC",
    registrationNo: "DEMO-CN-1044871",
    website: "https://bustan-nour.example",
    social: {
      instagram: "https://www.instagram.com/bustan.nour.demo.example",
      youtube: "https://www.youtube.com/@bustan-nour-demo-example",
    },
    story: "Family-grown dates, honey and ghee from Wadi Nour since 1987.",
    storyI18n: { ar: "تمور وعسل وسمن من مزارع العائلة في وادي النور منذ 1987." },
    foundedYear: 1987,
    gs1CompanyPrefix: "9520001",
    isMuslimOwned: "yes",
    lowBalanceAlertMinor: 500_000,
    monthlyBudgetMinor: 12_000_000,
    pendingDays: 14,
    contactName: "Huda Namoothaj",
    contactEmail: "huda@bustan-nour.example",
  }),
  active("Seri Rembulan Contoh", "MY", "MYR", {
    nameI18n: { ms: "Seri Rembulan" },
    legalEntityName: "Seri Rembulan Contoh Sdn Bhd",
    website: "https://seri-rembulan.example",
    story: "Chilli and soy sauces of Kelantan, brewed slowly.",
    foundedYear: 1999,
    gs1CompanyPrefix: "9520002",
    isMuslimOwned: "yes",
    monthlyBudgetMinor: 4_000_000,
    contactName: "Aisyah binti Contoh",
    contactEmail: "aisyah@seri-rembulan.example",
  }),
  active("Gül Pınarı Örnek Şekerleme", "TR", "TRY", {
    nameI18n: { tr: "Gül Pınarı", ar: "نبع الورد" },
    alternativeNames: ["Gul Pinari"],
    legalEntityName: "Gül Pınarı Örnek Şekerleme A.Ş.",
    website: "https://gulpinari.example",
    social: { x: "https://x.com/gulpinari_ornek_example" },
    story: "Lokum and rose jam from Isparta.",
    foundedYear: 1954,
    gs1CompanyPrefix: "9520003",
    isMuslimOwned: "undeclared",
    lowBalanceAlertMinor: 2_500_000,
    contactName: "Şükrü Örnek",
    contactEmail: "sukru@gulpinari.example",
  }),
  submitted("Chaand Raat Namoona Masalay", "PK", {
    nameI18n: { ur: "چاند رات نمونہ مصالحے", ar: "بهارات ليلة الهلال" },
    alternativeNames: ["Chand Raat"],
    defaultCurrency: "PKR",
    story: "Whole and ground spices, mixed in Lahore.",
    foundedYear: 2006,
    isMuslimOwned: "yes",
    contactName: "فاطمہ نمونہ",
    contactEmail: "fatima@chaandraat.example",
  }),
  active("Kampung Teladan Roti", "ID", "IDR", {
    nameI18n: { id: "Roti Kampung Teladan", ms: "Roti Kampung Teladan" },
    legalEntityName: "PT Kampung Teladan Roti",
    website: "https://roti-teladan.example",
    story: "Soft bread and rusks, baked every night in Bandung.",
    foundedYear: 2011,
    gs1CompanyPrefix: "9520005",
    isMuslimOwned: "yes",
    contactName: "Melati Contoh",
    contactEmail: "melati@roti-teladan.example",
  }),
  active("Crescent Vale Demo Butchers Co", "GB", "GBP", {
    nameI18n: { ar: "جزارة وادي الهلال" },
    alternativeNames: ["Crescent Vale"],
    legalEntityName: "Crescent Vale Demo Butchers Ltd",
    registrationNo: "DEMO-0982211",
    website: "https://crescent-vale.example",
    story: "Lamb, beef and poultry, hand-cut in Birmingham.",
    foundedYear: 1978,
    gs1CompanyPrefix: "9520006",
    isMuslimOwned: "yes",
    lowBalanceAlertMinor: 250_000,
    monthlyBudgetMinor: 1_800_000,
    pendingDays: 7,
    contactName: "Nur'ain O'Example",
    contactEmail: "nurain@crescent-vale.example",
    contactPhone: "+442079460123",
  }),
  active("Zaytouna Wadi Demo Dairy", "JO", "JOD", {
    nameI18n: { ar: "زيتونة الوادي" },
    alternativeNames: ["Zaitouna Wadi", "Zeitouna"],
    legalEntityName: "Zaytouna Wadi Demo Dairy PSC",
    website: "https://zaytouna-wadi.example",
    story: "Labneh, white cheese and ghee from the Jordan valley.",
    foundedYear: 1993,
    gs1CompanyPrefix: "9520007",
    isMuslimOwned: "yes",
    lowBalanceAlertMinor: 750_000,
    contactName: "محمد النموذج",
    contactEmail: "mohammad@zaytouna-wadi.example",
  }),
  active("Noor Botanica Sample", "FR", "EUR", {
    nameI18n: { fr: "Noor Botanica", ar: "نور بوتانيكا" },
    legalEntityName: "Noor Botanica Sample SARL",
    website: "https://noor-botanica.example",
    story: "Argan creams and soaps without alcohol.",
    storyI18n: { fr: "Crèmes et savons à l'argan, sans alcool." },
    foundedYear: 2015,
    gs1CompanyPrefix: "9520008",
    isMuslimOwned: "no",
    contactName: "Camille Exemple",
    contactEmail: "camille@noor-botanica.example",
  }),
  active("Najm Sahil Demo Seafood", "SA", "SAR", {
    nameI18n: { ar: "نجم الساحل" },
    foundedYear: 2003,
    isMuslimOwned: "yes",
  }),
  suspended("Tayyib Fields Demo Farm", "EG", "Two invoices of the laboratory do not match its reports.", {
    nameI18n: { ar: "حقول الطيب" },
    defaultCurrency: "EGP",
    foundedYear: 1968,
    isMuslimOwned: "yes",
  }),
  active("Warung Melati Contoh", "ID", "IDR", { nameI18n: { id: "Warung Melati" }, foundedYear: 2018 }),
  archived("Wadi Rahma Demo Beverages", "SA", { nameI18n: { ar: "وادي الرحمة" }, defaultCurrency: "SAR" }),
  rejected("Rumah Merdeka Contoh", "MY", "The trade licence belongs to another company.", {
    nameI18n: { ms: "Rumah Merdeka" },
  }),
  active("Safa Springs Demo Water", "AE", "AED", {
    nameI18n: { ar: "ينابيع الصفا" },
    alternativeNames: ["Al Safa"],
    foundedYear: 2009,
  }),
  draft("Noor Bakehouse Demo", "GB", { nameI18n: { ar: "مخبز النور" } }),
  active("Beyaz Güvercin Örnek Süt", "TR", "TRY", {
    nameI18n: { tr: "Beyaz Güvercin" },
    alternativeNames: ["Beyaz Guvercin"],
    foundedYear: 1987,
  }),
  active("İncir Bahçesi Örnek", "TR", "TRY", {
    alternativeNames: ["Incir Bahcesi"],
    foundedYear: 2001,
    isMuslimOwned: "yes",
  }),
  active("Dar Al Qahwa Demo Roasters", "YE", "USD", {
    nameI18n: { ar: "دار القهوة" },
    foundedYear: 1949,
    isMuslimOwned: "yes",
  }),
  active("Al Andalus Demo Oils", "MA", "MAD", {
    nameI18n: { ar: "زيوت الأندلس", fr: "Huiles Al Andalus" },
    foundedYear: 1972,
  }),
  active("Dattes Exemple du Souf", "DZ", "DZD", {
    nameI18n: { ar: "تمور سوف", fr: "Dattes du Souf" },
    foundedYear: 1961,
    isMuslimOwned: "yes",
  }),
  submitted("Atlas Olive Demo", "TN", {
    nameI18n: { ar: "زيتون الأطلس", fr: "Olive de l'Atlas" },
    defaultCurrency: "TND",
  }),
  active("Muscat Pearl Demo Rice", "OM", "OMR", { nameI18n: { ar: "لؤلؤة مسقط" }, lowBalanceAlertMinor: 1_500_000 }),
  active("Kuwait Bay Demo Snacks", "KW", "KWD", { nameI18n: { ar: "مقرمشات الخليج" }, monthlyBudgetMinor: 9_000_000 }),
  active("Ganga Jamuna Namoona Mithai", "IN", "INR", {
    nameI18n: { hi: "गंगा जमुना नमूना मिठाई", ur: "گنگا جمنا نمونہ مٹھائی" },
    alternativeNames: ["Ganga-Jamuna"],
    foundedYear: 1936,
  }),
  active("Shonar Dheu Namuna", "BD", "BDT", {
    nameI18n: { bn: "সোনার ঢেউ নমুনা" },
    foundedYear: 1994,
    isMuslimOwned: "yes",
  }),
  active("清泉示例食品", "CN", "CNY", {
    nameI18n: { en: "Qingquan Sample Foods", ar: "أغذية النبع الصافي" },
    alternativeNames: ["Qing Quan"],
    contactName: "李明 示例",
    foundedYear: 2012,
  }),
  active("三日月サンプル製菓", "JP", "JPY", {
    nameI18n: { en: "Mikazuki Sample Sweets", ar: "حلويات الهلال" },
    foundedYear: 2016,
  }),
  draft("초승달 예시 라면", "KR", { nameI18n: { en: "Crescent Sample Ramyeon" } }),
  active("Полумесяц Образец", "KZ", "KZT", {
    nameI18n: { en: "Polumesyats Sample", kk: "Жарты ай үлгісі" },
    foundedYear: 2005,
  }),
  suspended("Samarqand Namuna Non", "UZ", "Its certificate ended, and no renewal was filed.", {
    nameI18n: { uz: "Samarqand noni", ru: "Самаркандская лепёшка" },
    defaultCurrency: "UZS",
  }),
  active("Sahel Karité Exemple", "SN", "XOF", { nameI18n: { fr: "Sahel Karité" }, isMuslimOwned: "yes" }),
  active("Arewa Demo Grains", "NG", "NGN", {
    nameI18n: { ha: "Hatsin Arewa" },
    alternativeNames: ["Arewa"],
    foundedYear: 1983,
  }),
  submitted("Bosanska Ruža Primjer", "BA", { nameI18n: { bs: "Bosanska ruža" }, alternativeNames: ["Bosanska Ruza"] }),
  active("Halbmond Muster Feinkost", "DE", "EUR", {
    nameI18n: { de: "Halbmond Feinkost", tr: "Hilal Şarküteri" },
    foundedYear: 1989,
  }),
  active("Maple Crescent Sample Meats", "CA", "CAD", {
    nameI18n: { fr: "Viandes Croissant d'érable" },
    contactPhone: "+12025550123",
  }),
  draft("Sunrise Sample Creamery", "US", {
    story: "Ice cream without gelatine.\nMade in small batches.",
    foundedYear: 2024,
  }),
  rejected("Golden Minaret Sample", "AU", "Nobody answered at the address of the company.", {
    alternativeNames: ["Minaret Gold"],
  }),
  draft("ไร่จันทร์ ตัวอย่าง", "TH", { nameI18n: { en: "Moon Farm Sample", ms: "Ladang Bulan" } }),
  archived("Old Caravan Demo Trading", "AE", { nameI18n: { ar: "قافلة الأمس" }, foundedYear: 1955 }),
  draft("Hilal & Sons — “Sample”", null, { alternativeNames: ["Hilal and Sons"] }),
];

function active(name: string, country: string, defaultCurrency: string, more: More): Sample {
  return sample(name, country, "active", null, { defaultCurrency, ...more });
}
function submitted(name: string, country: string, more: More): Sample {
  return sample(name, country, "submitted", null, more);
}
function suspended(name: string, country: string, reason: string, more: More): Sample {
  return sample(name, country, "suspended", reason, more);
}
function rejected(name: string, country: string, reason: string, more: More): Sample {
  return sample(name, country, "rejected", reason, more);
}
function archived(name: string, country: string, more: More): Sample {
  return sample(name, country, "archived", null, more);
}
function draft(name: string, country: string | null, more: More): Sample {
  return sample(name, country, "draft", null, more);
}

function sample(
  name: string,
  country: string | null,
  status: BrandStatus,
  statusReason: string | null,
  more: More,
): Sample {
  const values = { ...brandFields.empty, name, country, contactEmail: "brands@example.com", ...more };
  return { values, status, statusReason };
}
