import { describe, expect, test } from "vitest";
import { productStatuses } from "#features/catalogue/products/contract/product.ts";
import {
  allowedTransitions,
  emptyProduct,
  hintsIn,
  productErrors,
  verbOf,
} from "#features/catalogue/products/rules.ts";

const complete = {
  categoryId: "c",
  gtin: "09521000000018",
  noBarcodeReason: null,
  imagesCount: 1,
  brandStatus: "active",
};

describe("the life of a product", () => {
  test("goes where the README draws it, and every step has a name", () => {
    const steps = productStatuses.flatMap((status) =>
      allowedTransitions({ ...complete, status }).map(({ to }) => `${status} ${verbOf(status, to)} ${to}`),
    );
    expect(steps).toEqual([
      "draft submit in_review",
      "draft archive archived",
      "in_review publish published",
      "in_review send_back draft",
      "published unpublish unpublished",
      "published archive archived",
      "unpublished republish published",
      "unpublished archive archived",
    ]);
  });

  test.each([
    [{ categoryId: null }, ["category_missing"]],
    [{ gtin: null }, ["barcode_missing"]],
    [{ gtin: null, noBarcodeReason: "Loose" }, []],
    [{ imagesCount: 0 }, ["image_missing"]],
    [{ brandStatus: "suspended" }, ["brand_not_active"]],
  ])("with %j is published only after %j", (fields, blockers) => {
    const [publish] = allowedTransitions({ ...complete, status: "in_review", ...fields });
    expect(publish).toMatchObject({ to: "published", isAllowed: blockers.length === 0, blockers });
  });

  test("ends in two steps for what consumers see", () => {
    const [, archive] = allowedTransitions({ ...complete, status: "published" });
    expect(archive).toMatchObject({ to: "archived", blockers: ["unpublish_first"] });
  });
});

test("a published product keeps its last picture; one that never had any may be edited", () => {
  const product = { ...emptyProduct, categoryId: "c", gtin: "09521000000018" };
  const codes = (imagesCount: number) =>
    productErrors(product, { status: "published", imagesCount }).map(({ code }) => code);
  expect(codes(1)).toEqual(["image_missing"]);
  expect(codes(0)).toEqual([]);
});

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
