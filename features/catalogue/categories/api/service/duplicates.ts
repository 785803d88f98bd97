import type { Refusal } from "#base/refusal.ts";
import { violationOf } from "#api/violations.ts";
import { categoryRefusals } from "#features/catalogue/categories/contract.ts";

/** The refusal for a statement that a unique index of the categories turned down; null for any other error. */
export function duplicateRefusal(error: unknown): Refusal | null {
  const { duplicate_category_name, duplicate_slug } = categoryRefusals;
  switch (violationOf(error)?.constraint) {
    case "categories__name_key":
      return duplicate_category_name({}, [
        { path: "name", code: duplicate_category_name.code, message: duplicate_category_name.message },
      ]);
    case "categories__slug_key":
      return duplicate_slug({}, [{ path: "slug", code: duplicate_slug.code, message: duplicate_slug.message }]);
    default:
      return null;
  }
}
