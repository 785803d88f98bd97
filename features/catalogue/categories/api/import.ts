import type { Importer } from "#api/importer.ts";
import {
  categoryColumns,
  checkCategoryRows,
  type ImportedCategory,
} from "#features/catalogue/categories/import/api/importRows.ts";
import { writeCategoryRows } from "#features/catalogue/categories/import/api/importWrites.ts";
import { categories } from "#features/catalogue/categories/contract.ts";

/** Takes categories from a file by their path, such as `Food / Dairy / Cheese`. */
export const categoriesImporter: Importer<ImportedCategory> = {
  resource: "categories",
  title: { en: "Categories", ar: "الفئات" },
  listPath: "/apps/category/categories",
  needs: categories.importTemplate,
  columns: categoryColumns,
  problemMessages: {
    path_too_deep: {
      wrong: { en: "More than {maximum} levels", ar: "أكثر من {maximum} مستويات" },
      right: { en: "at most {maximum} names, separated by /", ar: "{maximum} أسماء على الأكثر، بينها /" },
    },
    path_sign: {
      wrong: { en: "A name with “ / ” in it", ar: "اسم فيه « / »" },
      right: { en: "“ / ” separates the names in a path", ar: "هذه العلامة تفصل أسماء المسار" },
    },
    nothing_visible: { wrong: { en: "A name without a visible character", ar: "اسم بلا حرف مرئي" } },
    slug: {
      wrong: { en: "Not a valid slug", ar: "ليس معرّف رابط صالحًا" },
      right: { en: "lowercase letters, digits and hyphens", ar: "حروف لاتينية صغيرة وأرقام وشرطات" },
    },
    slug_taken: {
      wrong: {
        en: "A category under the same parent already uses this slug",
        ar: "معرّف الرابط هذا مستخدم ضمن الفئة الأعلى نفسها",
      },
      right: { en: "another slug, or empty", ar: "معرّف آخر، أو فراغ" },
    },
    gs1_brick: {
      wrong: { en: "Not a GS1 brick code", ar: "ليس رمزًا من تصنيف GS1" },
      right: { en: "8 digits, such as 10000028", ar: "8 أرقام، مثل 10000028" },
    },
    requirement_lost: {
      wrong: {
        en: "This would remove a halal requirement from products",
        ar: "سيُسقط هذا اشتراطًا من اشتراطات الحلال عن منتجات",
      },
      right: {
        en: "change it on the category’s page, where a second person approves it",
        ar: "غيّره من صفحة الفئة حيث يوافق عليه شخص ثانٍ",
      },
    },
    parents_made: { wrong: { en: "Also created: {names}", ar: "تُنشأ معها: {names}" } },
  },
  check: checkCategoryRows,
  write: writeCategoryRows,
};
