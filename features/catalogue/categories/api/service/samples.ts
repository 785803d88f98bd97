import type { HalalRelevance } from "#features/catalogue/categories/contract.ts";

export type SampleCategory = {
  readonly name: string;
  readonly ar: string;
  /** By default, as in the parent category. */
  readonly halalRelevance?: HalalRelevance;
  readonly containsMeat?: boolean;
  readonly below?: readonly SampleCategory[];
};

/** A small tree with every kind of inheritance. */
export const sampleTree: readonly SampleCategory[] = [
  {
    name: "Food",
    ar: "أغذية",
    halalRelevance: "required",
    below: [
      {
        name: "Meat",
        ar: "لحوم",
        containsMeat: true,
        below: [
          { name: "Fresh meat", ar: "لحوم طازجة" },
          { name: "Poultry", ar: "دواجن" },
          { name: "Processed meat", ar: "لحوم مصنّعة" },
        ],
      },
      {
        name: "Dairy",
        ar: "ألبان",
        below: [
          { name: "Cheese", ar: "أجبان" },
          { name: "Labneh and yoghurt", ar: "لبنة ولبن" },
          { name: "Ghee and butter", ar: "سمن وزبدة" },
        ],
      },
      { name: "Bakery", ar: "مخبوزات" },
      {
        name: "Confectionery",
        ar: "حلويات",
        below: [
          { name: "Turkish delight", ar: "راحة الحلقوم" },
          { name: "Gummies", ar: "حلوى جيلاتينية" },
        ],
      },
      { name: "Gelatine", ar: "جيلاتين" },
      { name: "Sauces", ar: "صلصات" },
      { name: "Spices", ar: "بهارات" },
      { name: "Ready meals", ar: "وجبات جاهزة" },
      {
        name: "Fruit and vegetables",
        ar: "فواكه وخضراوات",
        halalRelevance: "not_applicable",
        containsMeat: false,
        below: [
          { name: "Dates", ar: "تمور" },
          { name: "Dried fruit", ar: "فواكه مجففة", halalRelevance: "recommended" },
        ],
      },
      { name: "Drinks", ar: "مشروبات", halalRelevance: "recommended" },
    ],
  },
  {
    name: "Cosmetics",
    ar: "مستحضرات تجميل",
    halalRelevance: "required",
    below: [
      { name: "Skin care", ar: "عناية بالبشرة" },
      { name: "Perfume", ar: "عطور" },
    ],
  },
  {
    name: "Health",
    ar: "صحة",
    halalRelevance: "required",
    below: [{ name: "Food supplements", ar: "مكملات غذائية" }],
  },
  {
    name: "Household",
    ar: "مستلزمات منزلية",
    halalRelevance: "recommended",
    below: [{ name: "Cleaning", ar: "منظفات" }],
  },
  {
    name: "Stationery",
    ar: "قرطاسية",
    halalRelevance: "not_applicable",
    below: [{ name: "Books", ar: "كتب" }],
  },
];
