import type { Importer } from "#api/importer.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { brandColumns } from "#features/catalogue/brands/api/service/importColumns.ts";
import { checkBrandRows, type ImportedBrand } from "#features/catalogue/brands/api/service/importRows.ts";
import { writeBrandRows } from "#features/catalogue/brands/api/service/importWrites.ts";

/** Imports brands: new ones as drafts, and changes to those that its code column names. */
export const brandsImporter: Importer<ImportedBrand> = {
  resource: "brands",
  title: { en: "Brands", ar: "العلامات التجارية" },
  listPath: "/apps/brand/brands",
  isFindable: true,
  needs: brands.importTemplate,
  columns: brandColumns,
  problemMessages: {
    brand_code: {
      wrong: { en: "Not a brand code", ar: "ليس رمز علامة" },
      right: { en: "BR- and at least five digits", ar: "‎BR-‎ ثم خمسة أرقام على الأقل" },
    },
    no_such_brand: {
      wrong: { en: "No brand has this code", ar: "لا علامة بهذا الرمز" },
      right: { en: "empty, for a new brand", ar: "فارغة، لعلامة جديدة" },
    },
    name_taken: {
      wrong: { en: "{code} already has this name", ar: "هذا الاسم مستخدم في {code}" },
      right: { en: "another name, or {code} in a code column", ar: "اسم آخر، أو {code} في عمود الرمز" },
    },
    slug_taken: {
      wrong: { en: "{code} already uses this slug", ar: "معرّف الرابط هذا مستخدم في {code}" },
      right: { en: "another slug, or empty", ar: "معرّف آخر، أو فراغ" },
    },
    slug: {
      wrong: { en: "Not a valid slug", ar: "ليس معرّف رابط صالحًا" },
      right: {
        en: "lowercase letters, digits and hyphens, such as noor-dates",
        ar: "حروف لاتينية صغيرة وأرقام وشرطات، مثل noor-dates",
      },
    },
    social_host: {
      wrong: { en: "Not a link to this platform", ar: "ليس رابطًا إلى هذه المنصة" },
      right: { en: "a link that starts with https://{host}/", ar: "رابط يبدأ بـ \u2068https://{host}/\u2069" },
    },
    wikidata_id_taken: {
      wrong: { en: "{code} already has this Wikidata ID", ar: "هذا المعرّف مستخدم في {code}" },
      right: { en: "another ID, or empty", ar: "معرّف آخر، أو فراغ" },
    },
    brand_archived: {
      wrong: { en: "This brand is archived", ar: "هذه العلامة مؤرشفة" },
      right: { en: "a brand that isn’t archived", ar: "علامة غير مؤرشفة" },
    },
    wikidata_id: {
      wrong: { en: "Not a Wikidata ID", ar: "ليس معرّف ويكي بيانات" },
      right: { en: "Q and a number, such as Q139", ar: "حرف Q ورقم، مثل Q139" },
    },
    gs1_company_prefix: {
      wrong: { en: "Not a GS1 company prefix", ar: "ليست بادئة GS1 لشركة" },
      right: { en: "6 to 12 digits", ar: "من 6 إلى 12 رقمًا" },
    },
    amount_without_currency: {
      wrong: { en: "An amount without a currency", ar: "مبلغ دون عملة" },
      right: { en: "a currency in the same row", ar: "عملة في الصف نفسه" },
    },
    country_missing: {
      wrong: { en: "Brands in this status need a country", ar: "حالة هذه العلامة تتطلب دولة" },
    },
    contact_missing: {
      wrong: {
        en: "Brands in this status need an email address or phone number",
        ar: "حالة هذه العلامة تتطلب بريدًا أو هاتفًا",
      },
    },
    currency_missing: {
      wrong: { en: "An active brand needs a currency", ar: "العلامة النشطة تحتاج إلى عملة" },
    },
    not_one_country: {
      wrong: {
        en: "Several countries or a region: the country stays empty",
        ar: "عدة دول أو منطقة: تبقى الدولة فارغة",
      },
    },
  },
  check: checkBrandRows,
  write: writeBrandRows,
};
