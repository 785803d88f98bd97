import { expect, test } from "vitest";
import { latinDigits } from "#base/digits.ts";

test("converts digits of other scripts, and leaves everything else", () => {
  expect(latinDigits("٢٠٢٦ ۱۴۰۵ ７ 8 م")).toBe("2026 1405 7 8 م");
});
