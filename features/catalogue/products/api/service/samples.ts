import { checkDigit } from "#base/checkDigit.ts";
import { padGtin } from "#base/gtin.ts";
import type { ProductStatus } from "#features/catalogue/products/contract/statuses.ts";
import { type NetUnit, productFields, type ProductInput } from "#features/catalogue/products/fields.ts";

/** A sample names its brand and its category, whose ids are of each database. */
export type SampleProduct = {
  readonly brand: string;
  readonly category: string | null;
  readonly values: Omit<ProductInput, "brandId" | "categoryId">;
  readonly status: ProductStatus;
  readonly statusReason: string | null;
};

type More = Partial<SampleProduct["values"]> & { readonly status?: ProductStatus; readonly because?: string };
type Texts = Readonly<Record<string, string>>;

// All fictional. Numbers are of GS1's range for demonstrations (952), in the order below: 9521000000018, …025, …032.
const made: SampleProduct[] = [];

const meat = { containsMeat: true, isAnimalDerived: true, halalClaim: "certified" } as const;
const certified = { halalClaim: "certified" } as const;

/** The products of one brand: `price` in minor units of the brand's currency. */
function of(brand: string, currency: string) {
  return (category: string | null, name: string, nameI18n: Texts, content: string, price: number, more: More = {}) => {
    const { status = "published", because = null, ...fields } = more;
    const [, pack = "1", figure = "", unit = "GRM"] = /^(?:(\d+)×)?([\d.]+) ([A-Z0-9]+)$/.exec(content) ?? [];
    const digits = `952100000${String(made.length + 1).padStart(3, "0")}`;
    const values = {
      ...productFields.empty,
      name,
      nameI18n,
      gtin: padGtin(digits + String(checkDigit(digits))),
      netContent: Number(figure),
      netUnit: unit as NetUnit,
      packOf: Number(pack),
      rrpMinor: price,
      rrpCurrency: currency,
      ...fields,
    };
    made.push({ brand, category, values, status, statusReason: because });
  };
}

const bustan = of("Bustan Nour Demo Foods", "AED");
const seri = of("Seri Rembulan Contoh", "MYR");
const gul = of("Gül Pınarı Örnek Şekerleme", "TRY");
const chaand = of("Chaand Raat Namoona Masalay", "PKR");
const kampung = of("Kampung Teladan Roti", "IDR");
const crescent = of("Crescent Vale Demo Butchers Co", "GBP");
const zaytouna = of("Zaytouna Wadi Demo Dairy", "JOD");
const noor = of("Noor Botanica Sample", "EUR");

// The first twelve as domain 6 numbers them.
bustan("Dates", "Medjool Dates", { ar: "تمر مجهول" }, "1 KGM", 4500, {
  description: "Soft, large dates of the last harvest.",
  descriptionI18n: { ar: "تمور كبيرة طرية من الحصاد الأخير." },
  ingredients: "Dates",
  ingredientsI18n: { ar: "تمر" },
  countryOfOrigin: "AE",
  halalClaim: "inherently_halal",
});
bustan("Ghee and butter", "Ghee", { ar: "سمن" }, "500 GRM", 3200, {
  ...certified,
  ingredients: "Clarified butter (milk)",
  ingredientsI18n: { ar: "زبدة مصفاة (حليب)" },
  allergens: ["milk"],
  isAnimalDerived: true,
  countryOfOrigin: "AE",
});
seri("Sauces", "Sos Cili", { en: "Chilli Sauce", ar: "صلصة الفلفل الحار" }, "340 GRM", 690, {
  ...certified,
  ingredients: "Air, cili, gula, cuka, garam, kanji terubah (E1422), penstabil (E415)",
  eNumbers: ["E1422", "E415"],
  offLabels: ["en:halal"],
  countryOfOrigin: "MY",
});
gul(
  "Turkish delight",
  "Lokum Fıstıklı",
  { en: "Turkish Delight with Pistachio", ar: "راحة بالفستق" },
  "250 GRM",
  18_500,
  {
    ...certified,
    ingredients: "Şeker, Antep fıstığı, nişasta, asit (E330)",
    allergens: ["nuts"],
    eNumbers: ["E330"],
    countryOfOrigin: "TR",
  },
);
chaand("Spices", "Biryani Masala", { ur: "بریانی مصالحہ", ar: "بهارات برياني" }, "50 GRM", 13_000, {
  ...certified,
  ingredients: "Red chilli, coriander, cumin, salt, dried plum, black cardamom",
  status: "in_review",
  countryOfOrigin: "PK",
});
kampung("Bakery", "Roti Canai", { ms: "Roti Canai", ar: "روتي كاناي" }, "10×50 GRM", 3_500_000, {
  ...certified,
  ingredients: "Tepung gandum, air, margarin, garam",
  allergens: ["gluten"],
  countryOfOrigin: "ID",
});
crescent("Fresh meat", "Lamb Shoulder", { ar: "كتف ضأن" }, "1 KGM", 1199, { ...meat, countryOfOrigin: "GB" });
crescent("Poultry", "Chicken Thighs", { ar: "أفخاذ دجاج" }, "1 KGM", 549, { ...meat, countryOfOrigin: "GB" });
zaytouna("Labneh and yoghurt", "Labneh", { ar: "لبنة" }, "400 GRM", 1850, {
  ...certified,
  ingredients: "Cow’s milk, salt, rennet (microbial)",
  ingredientsI18n: { ar: "حليب بقري، ملح، منفحة ميكروبية" },
  allergens: ["milk"],
  isAnimalDerived: true,
  countryOfOrigin: "JO",
});
noor("Skin care", "Argan Hand Cream", { fr: "Crème mains à l’argan", ar: "كريم اليدين بالأرغان" }, "75 MLT", 890, {
  ...certified,
  ingredients: "Aqua, argania spinosa kernel oil, glycerin, cetearyl alcohol",
  isAlcoholDerived: false,
  isAnimalDerived: false,
});
gul("Gummies", "Gelatine-free Gummies", { tr: "Jelatinsiz Jelibon", ar: "حلوى دون جيلاتين" }, "150 GRM", 6500, {
  ...certified,
  ingredients: "Sugar, glucose syrup, pectin (E440), citric acid (E330), colour (E100)",
  eNumbers: ["E440", "E330", "E100"],
  containsGelatine: false,
});
gul("Gelatine", "Beef Gelatine Powder", { tr: "Sığır Jelatini", ar: "جيلاتين بقري" }, "100 GRM", 9900, {
  ...certified,
  ingredients: "Beef gelatine (E441)",
  eNumbers: ["E441"],
  isAnimalDerived: true,
  containsGelatine: true,
});

bustan("Dates", "Khalas Dates", { ar: "تمر خلاص" }, "500 GRM", 1800, { halalClaim: "inherently_halal" });
bustan("Dates", "Ajwa Dates Gift Box", { ar: "علبة تمر عجوة" }, "6×200 GRM", 12_900, {
  halalClaim: "inherently_halal",
});
bustan("Dried fruit", "Date and Almond Bar", { ar: "لوح تمر ولوز" }, "45 GRM", 450, { allergens: ["nuts"] });
bustan("Sauces", "Date Syrup", { ar: "دبس التمر" }, "400 MLT", 1650);
bustan("Drinks", "Jallab Cordial", { ar: "شراب جلاب" }, "750 MLT", 1900, { status: "draft" });
bustan(null, "Desert Flower Honey", { ar: "عسل زهور الصحراء" }, "500 GRM", 8900, { status: "draft" });

seri("Sauces", "Kicap Manis", { en: "Sweet Soy Sauce", ar: "صلصة صويا حلوة" }, "325 MLT", 590, {
  ...certified,
  allergens: ["soybeans", "gluten"],
});
seri("Sauces", "Sos Tiram Cendawan", { en: "Mushroom Oyster-style Sauce" }, "300 GRM", 750, certified);
seri("Sauces", "Sambal Tumis", { en: "Fried Chilli Paste", ar: "سمبال" }, "200 GRM", 820, {
  ...certified,
  allergens: ["crustaceans", "fish"],
});
seri("Ready meals", "Rendang Daging", { en: "Beef Rendang", ar: "رندانغ لحم بقري" }, "250 GRM", 1290, meat);
seri("Ready meals", "Nasi Lemak Segera", { en: "Instant Nasi Lemak" }, "180 GRM", 850, {
  ...certified,
  allergens: ["peanuts"],
});
seri("Drinks", "Teh Tarik 3-in-1", { en: "Pulled Milk Tea" }, "15×20 GRM", 1490, { allergens: ["milk"] });
seri("Spices", "Serbuk Kari", { en: "Curry Powder" }, "250 GRM", 640, {
  status: "unpublished",
  because: "New recipe; the label is being printed.",
});

gul(
  "Turkish delight",
  "Lokum Güllü",
  { en: "Turkish Delight with Rose", ar: "راحة بالورد" },
  "250 GRM",
  14_500,
  certified,
);
gul("Turkish delight", "Çifte Kavrulmuş Lokum", { en: "Double-roasted Turkish Delight" }, "400 GRM", 22_900, certified);
gul("Confectionery", "Akide Şekeri", { en: "Hard Candy" }, "200 GRM", 7900);
gul("Confectionery", "Susamlı Helva", { en: "Sesame Halva", ar: "حلاوة طحينية" }, "350 GRM", 13_900, {
  ...certified,
  allergens: ["sesame"],
});
gul("Gummies", "Ayıcık Jelibon", { en: "Gummy Bears" }, "150 GRM", 6900, {
  ingredients: "Şeker, glukoz şurubu, jelatin (E441), asit (E330)",
  eNumbers: ["E441", "E330"],
  containsGelatine: true,
  status: "unpublished",
  because: "The maker of the gelatine has changed; its certificate is awaited.",
});
gul("Sauces", "Gül Reçeli", { en: "Rose Jam", ar: "مربى الورد" }, "380 GRM", 11_900);

chaand("Spices", "Garam Masala", { ur: "گرم مصالحہ", ar: "غرام ماسالا" }, "100 GRM", 18_000, { status: "in_review" });
chaand("Spices", "Chaat Masala", { ur: "چاٹ مصالحہ" }, "100 GRM", 16_000, { status: "in_review" });
chaand("Spices", "Nihari Masala", { ur: "نہاری مصالحہ" }, "60 GRM", 14_000, { status: "draft" });
chaand("Spices", "Haleem Mix", { ur: "حلیم مکس" }, "300 GRM", 32_000, { status: "draft", allergens: ["gluten"] });
chaand("Spices", "Lal Mirch", { ur: "لال مرچ", en: "Red Chilli Powder" }, "200 GRM", 21_000, { status: "draft" });

kampung("Bakery", "Roti Tawar", { en: "White Loaf" }, "400 GRM", 1_600_000, { ...certified, allergens: ["gluten"] });
kampung("Bakery", "Roti Gandum", { en: "Wholemeal Loaf" }, "400 GRM", 1_850_000, {
  ...certified,
  allergens: ["gluten"],
});
kampung("Bakery", "Roti Sobek Cokelat", { en: "Chocolate Pull-apart Bread" }, "200 GRM", 1_400_000, {
  ...certified,
  allergens: ["gluten", "milk", "soybeans"],
  ingredients: "Tepung terigu, cokelat, gula, susu, pengemulsi (E471)",
  eNumbers: ["E471"],
});
kampung("Bakery", "Bagelen Kering", { en: "Sweet Rusks" }, "150 GRM", 1_250_000, certified);
kampung("Bakery", "Abon Ayam Roti", { en: "Chicken Floss Bun" }, "80 GRM", 900_000, {
  ...meat,
  allergens: ["gluten", "eggs"],
});

crescent("Fresh meat", "Beef Mince", { ar: "لحم بقري مفروم" }, "500 GRM", 499, meat);
crescent("Fresh meat", "Lamb Chops", { ar: "ريش ضأن" }, "500 GRM", 899, meat);
crescent("Fresh meat", "Mutton, diced", { ar: "لحم غنم مقطع" }, "1 KGM", 1099, meat);
crescent("Poultry", "Whole Chicken", { ar: "دجاجة كاملة" }, "1.4 KGM", 699, meat);
crescent("Poultry", "Turkey Breast", { ar: "صدر ديك رومي" }, "1 KGM", 949, meat);
crescent("Processed meat", "Beef Sausages", { ar: "نقانق بقرية" }, "6×66 GRM", 450, {
  ...meat,
  allergens: ["gluten", "sulphites"],
});
crescent("Processed meat", "Smoked Turkey Slices", { ar: "شرائح ديك رومي مدخنة" }, "150 GRM", 325, meat);
crescent("Fresh meat", "Counter Cuts, by weight", { ar: "قطع من المنصة بالوزن" }, "1 KGM", 1050, {
  ...meat,
  gtin: null,
  noBarcodeReason: "Cut and weighed at the counter.",
});

zaytouna("Labneh and yoghurt", "Strained Yoghurt", { ar: "لبن مصفى" }, "1 KGM", 1650, {
  ...certified,
  allergens: ["milk"],
});
zaytouna("Cheese", "Nabulsi Cheese", { ar: "جبنة نابلسية" }, "500 GRM", 4250, { ...certified, allergens: ["milk"] });
zaytouna("Cheese", "Halloumi", { ar: "حلوم" }, "250 GRM", 2475, { ...certified, allergens: ["milk"] });
zaytouna("Ghee and butter", "Baladi Ghee", { ar: "سمن بلدي" }, "900 GRM", 11_500, {
  ...certified,
  allergens: ["milk"],
});
zaytouna("Cheese", "Cream Cheese Triangles", { ar: "مثلثات جبنة" }, "8×15 GRM", 995, {
  ...certified,
  allergens: ["milk"],
  status: "archived",
});

noor("Skin care", "Black Seed Soap", { fr: "Savon à la nigelle", ar: "صابون حبة البركة" }, "100 GRM", 490, certified);
noor("Skin care", "Rose Water Toner", { fr: "Tonique à l’eau de rose", ar: "تونر ماء الورد" }, "200 MLT", 1190, {
  ingredients: "Rosa damascena flower water, alcohol denat.",
  isAlcoholDerived: true,
});
noor("Perfume", "Oud Oil, alcohol-free", { fr: "Huile de oud", ar: "دهن عود" }, "10 MLT", 3900, {
  isAlcoholDerived: false,
});
noor("Perfume", "Musk Attar", { fr: "Musc", ar: "عطر المسك" }, "6 MLT", 2400, { isAnimalDerived: false });

// The two other kinds of numbers that domain 6 asks for.
bustan("Dates", "Medjool Dates, single", { ar: "حبة تمر مجهول" }, "20 GRM", 200, { gtin: padGtin("95210018") });
bustan("Dates", "Medjool Dates, case of ten", { ar: "كرتون تمر مجهول" }, "10×1 KGM", 42_000, {
  gtin: "19521000000015",
});

/** The sample products of domain 6: every status, several scripts, with and without a barcode. */
export const sampleProducts: readonly SampleProduct[] = made;
