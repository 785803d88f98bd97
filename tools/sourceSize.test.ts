import { describe, expect, test } from "vitest";
import { countRepeats, isCounted, measureSize } from "#tools/sourceSize.mjs";

const file = (path: string, ...lines: string[]) => ({ path, lines });
const lines = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word}(${index});`);

const tree = [
  file("api/app.ts", ...lines(50, "app")),
  file("api/records/store.ts", ...lines(30, "store")),
  file("web/records/RecordPage.tsx", ...lines(12, "page")),
  file("features/api.ts", ...lines(2, "feature")),
  file("features/catalogue/brands/contract.ts", ...lines(10, "contract")),
  file("features/catalogue/brands/api/service.ts", ...lines(20, "service")),
  file("features/catalogue/brands/api/service/importColumns.ts", ...lines(7, "column")),
  file("features/catalogue/brands/api/service.test.ts", ...lines(99, "test")),
  file("features/catalogue/brands/api/seed.ts", ...lines(99, "seed")),
  file("features/catalogue/brands/web/BrandScreen.tsx", ...lines(5, "screen")),
  file("features/halal/certificates/rules.ts", ...lines(1, "rule")),
  file("features/halal/certificates/scope/api/matches.ts", ...lines(3, "match")),
  file("features/retail/offers/web/OfferScreen.tsx", ...lines(4, "offer")),
  file("demos/todo/contract.ts", ...lines(6, "todo")),
];

describe("what is counted", () => {
  test.each(["features/catalogue/brands/api/service.ts", "web/App.tsx"])("is %s", (path) =>
    expect(isCounted(path)).toBe(true),
  );
  test.each([
    "features/catalogue/brands/api/service.test.ts",
    "features/catalogue/brands/web/BrandScreen.test.tsx",
    "features/catalogue/brands/api/testing/brandFixture.ts",
    "features/catalogue/brands/api/seed.ts",
    "features/catalogue/brands/api/service/sampleLogos.ts",
    "features/catalogue/brands/samples/api/logos.ts",
    "features/catalogue/brands/web/messages.en.json",
    "web/tabler.d.ts",
  ])("is not %s", (path) => expect(isCounted(path)).toBe(false));
});

describe("the size", () => {
  test("of an area is split by side, without tests and samples", () => {
    expect(measureSize(tree).areas.find(({ area }) => area === "features/catalogue/brands")).toEqual({
      area: "features/catalogue/brands",
      files: 4,
      lines: 42,
      server: 27,
      shared: 10,
      screens: 5,
      imports: 7,
    });
  });

  test("of an area includes its parts, and an area in a group counts separately", () => {
    expect(measureSize(tree).areas.map(({ area, lines: count }) => [area, count])).toEqual([
      ["demos/todo", 6],
      ["features/catalogue/brands", 42],
      ["features/halal/certificates", 4],
      ["features/retail/offers", 4],
    ]);
  });

  test("of everything includes the median and the largest file, and the kernel separately", () => {
    expect(measureSize(tree)).toMatchObject({
      folders: [
        { folder: "features", files: 8, lines: 52 },
        { folder: "demos", files: 1, lines: 6 },
      ],
      total: { files: 9, lines: 58 },
      medianLines: 5,
      largest: { path: "features/catalogue/brands/api/service.ts", lines: 20 },
      kernel: { files: 2, lines: 42 },
    });
  });

  test("of some areas leaves out the others, and reports unknown names", () => {
    const { areas, total, kernel, unknown } = measureSize(tree, ["brands", "features/retail", "orchards"]);
    expect(areas.map(({ area }) => area)).toEqual(["features/catalogue/brands", "features/retail/offers"]);
    expect([total.lines, kernel.lines, unknown]).toEqual([46, 42, ["orchards"]]);
  });
});

describe("a repeated run", () => {
  test("has six lines, not five", () => {
    expect(countRepeats([file("a.ts", ...lines(5, "same")), file("b.ts", ...lines(5, "same"))]).runs).toBe(0);
    expect(countRepeats([file("a.ts", ...lines(6, "same")), file("b.ts", ...lines(6, "same"))])).toEqual({
      runs: 1,
      lines: 6,
    });
  });

  test("is counted once at its full length, and once for each copy", () => {
    const copy = (path: string) => file(path, `before("${path}");`, ...lines(20, "same"), `after("${path}");`);
    expect(countRepeats([copy("a.ts"), copy("b.ts"), copy("c.ts")])).toEqual({ runs: 2, lines: 40 });
  });

  test("is found within a file, but a repeated line is not a copy of itself", () => {
    expect(countRepeats([file("a.ts", ...lines(6, "same"), "between();", ...lines(6, "same"))]).runs).toBe(1);
    expect(countRepeats([file("a.ts", ...Array<string>(7).fill("same();"))]).runs).toBe(0);
  });

  test("ignores indentation and comments; imports do not count", () => {
    const indented = lines(6, "same").flatMap((line) => [`    ${line}`, "", "    // Why.", "/* Why;", "not */"]);
    expect(countRepeats([file("a.ts", ...lines(6, "same")), file("b.ts", ...indented)]).runs).toBe(1);
    const imports = lines(8, "same").flatMap((_, index) => ["import {", `  one${index},`, '} from "#base/one.ts";']);
    expect(countRepeats([file("a.ts", ...imports), file("b.ts", ...imports)]).runs).toBe(0);
  });
});
