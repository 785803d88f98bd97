import { describe, expect, test } from "vitest";
import { hintsIn } from "#features/catalogue/products/rules.ts";

describe("hints in ingredients", () => {
  test("find E-numbers however they are written, each once, and no other numbers", () => {
    const { eNumbers } = hintsIn([
      "Sugar, emulsifier (E 471, e-472e), colour E150d, E471, acid (E 330), vitamin E 12, E2",
    ]);
    expect(eNumbers).toEqual(["E471", "E472e", "E150d", "E330"]);
  });

  test.each([
    ["Water, beef gelatine, salt", { containsGelatine: true, containsMeat: true, isAnimalDerived: true }],
    ["ماء، جيلاتين بقري، كحول", { containsGelatine: true, isAnimalDerived: true, isAlcoholDerived: true }],
    ["الجيلاتين والكحول", { containsGelatine: true, isAlcoholDerived: true }],
    ["Émulsifiant : E471", { isAnimalDerived: true, containsMeat: false }],
    ["Zucker, Schweinefleisch", { containsMeat: true }],
    ["Su, şeker, sığır eti", { containsMeat: true }],
    ["Sugar, pectin (E440), swine-free", { isAnimalDerived: false, isAlcoholDerived: false, containsMeat: false }],
  ])("are told of %s", (text, expected) => expect(hintsIn([text])).toMatchObject(expected));

  test("name allergens of the law in its order, whatever the language", () => {
    expect(hintsIn(["Lait, noisettes, farine de blé", "حليب، سمسم"]).allergens).toEqual([
      "gluten",
      "milk",
      "nuts",
      "sesame",
    ]);
    expect(hintsIn(["Water, sugar, salt"]).allergens).toEqual([]);
  });
});
