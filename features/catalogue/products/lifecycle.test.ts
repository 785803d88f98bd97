import { describe, expect, test } from "vitest";
import { productFields } from "#features/catalogue/products/fields.ts";
import { productLifecycle } from "#features/catalogue/products/lifecycle.ts";

const complete = {
  categoryId: "c",
  gtin: "09521000000018",
  noBarcodeReason: null,
  imagesCount: 1,
  brandStatus: "active",
};

describe("the life of a product", () => {
  test("goes where the README draws it, and every step has a name", () => {
    const steps = productLifecycle.statuses.flatMap((status) =>
      productLifecycle.from({ ...complete, status }).map(({ action, to }) => `${status} ${action} ${to}`),
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
    const [publish] = productLifecycle.from({ ...complete, status: "in_review", ...fields });
    expect(publish).toMatchObject({ to: "published", blockers });
  });

  test("ends in two steps for what consumers see", () => {
    const [, archive] = productLifecycle.from({ ...complete, status: "published" });
    expect(archive).toMatchObject({ to: "archived", blockers: ["unpublish_first"] });
  });
});

test("a published product keeps its last picture; one that never had any may be edited", () => {
  const product = { ...productFields.empty, categoryId: "c", gtin: "09521000000018" };
  const image = { fileId: "f", alt: null, altI18n: {} };
  const codes = (images: (typeof image)[]) =>
    productFields.errorsOf(product, "published", { ...product, images }).map(({ code }) => code);
  expect(codes([image])).toEqual(["image_missing"]);
  expect(codes([])).toEqual([]);
});
