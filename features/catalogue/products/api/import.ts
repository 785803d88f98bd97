import type { Importer } from "#api/importer.ts";
import { productColumns } from "#features/catalogue/products/api/service/importColumns.ts";
import { checkRowsAndLosses } from "#features/catalogue/products/api/service/importLosses.ts";
import { brandChoices, parentFields, prepareParents } from "#features/catalogue/products/api/service/importParents.ts";
import { type ImportedProduct, planOfProduct } from "#features/catalogue/products/api/service/importRows.ts";
import { writeProductRows } from "#features/catalogue/products/api/service/importWrites.ts";
import { products } from "#features/catalogue/products/contract.ts";

/**
 * Imports products: new ones as drafts, and changes to existing ones, found by product code, barcode number, or a
 * brand's own number or name. So a file can be imported again.
 */
export const productsImporter: Importer<ImportedProduct> = {
  resource: "products",
  title: { en: "Products", ar: "المنتجات" },
  listPath: "/apps/brand-product/brand-products",
  needs: products.importTemplate,
  columns: productColumns,
  choices: brandChoices,
  problemMessages: {
    gtin_scientific: {
      wrong: {
        en: "A spreadsheet converted this number to scientific notation; its last digits are lost",
        ar: "حوّل برنامج الجداول هذا الرقم إلى صيغة أسية وضاعت خاناته الأخيرة",
      },
      right: {
        en: "the number on the pack, with the column formatted as text",
        ar: "الرقم من العبوة، مع جعل العمود نصًّا",
      },
    },
    gtin_characters: {
      wrong: { en: "Contains characters other than digits", ar: "يحوي غير الأرقام" },
      right: { en: "8, 12, 13 or 14 digits", ar: "8 أو 12 أو 13 أو 14 رقمًا" },
    },
    gtin_length: {
      wrong: {
        en: "Not the length of a barcode number ({digits} digits)",
        ar: "لا باركود بهذا العدد من الأرقام ({digits})",
      },
      right: { en: "8, 12, 13 or 14 digits", ar: "8 أو 12 أو 13 أو 14 رقمًا" },
    },
    gtin_check_digit: {
      wrong: {
        en: "The check digit is wrong: a digit is missing or mistyped",
        ar: "رقم التحقق خاطئ: رقم ناقص أو مكتوب خطأ",
      },
      right: { en: "the number on the pack", ar: "الرقم المكتوب على العبوة" },
    },
    gtin_ambiguous: {
      wrong: {
        en: "Eight digits that may be a UPC-E or a store’s internal number",
        ar: "ثمانية أرقام قد تكون UPC-E أو رقمًا داخليًا لمتجر واحد",
      },
      right: { en: "the 12 digits of the UPC-A, or empty", ar: "أرقام UPC-A الاثنا عشر، أو فراغ" },
    },
    gtin_coupon: {
      wrong: { en: "A coupon number, not a product number", ar: "رقم قسيمة وليس رقم منتج" },
      right: { en: "the product’s own number, or empty", ar: "رقم المنتج نفسه، أو فراغ" },
    },
    gtin_refund: {
      wrong: { en: "A refund slip number, not a product number", ar: "رقم إيصال استرداد وليس رقم منتج" },
      right: { en: "the product’s own number, or empty", ar: "رقم المنتج نفسه، أو فراغ" },
    },
    gtin_variable_measure: {
      wrong: {
        en: "A GTIN-14 that begins with 9 is for products of varying weight",
        ar: "رقم GTIN-14 الذي يبدأ بالرقم 9 مخصص لمنتجات متغيرة الوزن",
      },
      right: { en: "the number of the consumer item, or empty", ar: "رقم القطعة المباعة للمستهلك، أو فراغ" },
    },
    gtin_pack: {
      wrong: {
        en: "A GTIN-14 of a pack: checkouts scan the number of a single piece",
        ar: "رقم GTIN-14 لعبوة من عدة قطع: نقاط البيع تقرأ رقم القطعة الواحدة",
      },
    },
    gtin_publication: {
      wrong: {
        en: "An ISSN, ISBN or ISMN: a magazine, a book or printed music",
        ar: "رقم ISSN أو ISBN أو ISMN: مجلة أو كتاب أو نوتة موسيقية",
      },
    },
    gtin_restricted: {
      wrong: {
        en: "A number for use inside one store, where another store uses it differently",
        ar: "رقم للاستعمال داخل متجر واحد، ويعني شيئًا آخر في غيره",
      },
      right: { en: "the manufacturer’s number, or empty", ar: "رقم الشركة المنتجة، أو فراغ" },
    },
    gtin_taken: {
      wrong: { en: "{code} already has this barcode number", ar: "رقم الباركود هذا مستخدم في {code}" },
      right: {
        en: "another number, or {code} in the product code column",
        ar: "رقم آخر، أو {code} في عمود رمز المنتج",
      },
    },
    other_brand: {
      wrong: { en: "{code} has this number and belongs to another brand", ar: "هذا الرقم لدى {code} من علامة أخرى" },
      right: {
        en: "its own brand, or {code} in a product code column to move it",
        ar: "علامته نفسها، أو {code} في عمود رمز المنتج لنقله",
      },
    },
    sku_taken: {
      wrong: { en: "{code} of this brand already has this number", ar: "هذا الرقم مستخدم في {code} للعلامة نفسها" },
      right: { en: "another number, or {code} in a product code column", ar: "رقم آخر، أو {code} في عمود رمز المنتج" },
    },
    name_taken: {
      wrong: {
        en: "{code} of this brand has the same name and neither has a barcode number of its own",
        ar: "{code} من العلامة نفسها بهذا الاسم، ولا باركود يميز بينهما",
      },
      right: {
        en: "a barcode number, or {code} in a product code column",
        ar: "رقم باركود، أو {code} في عمود رمز المنتج",
      },
    },
    product_code: {
      wrong: { en: "Not a product code", ar: "ليس رمز منتج" },
      right: { en: "PRD- and at least six digits", ar: "‎PRD-‎ ثم ستة أرقام على الأقل" },
    },
    no_such_product: {
      wrong: { en: "No product has this code", ar: "لا منتج بهذا الرمز" },
      right: { en: "empty, for a new product", ar: "فارغة، لمنتج جديد" },
    },
    product_archived: {
      wrong: { en: "This product is archived", ar: "هذا المنتج مؤرشف" },
      right: { en: "a product that isn’t archived", ar: "منتج غير مؤرشف" },
    },
    brand_missing: {
      wrong: { en: "No brand given", ar: "لم تُذكر علامة" },
      right: { en: "a brand, or choose one for the whole file", ar: "علامة، أو علامة تُختار للملف كله" },
    },
    brand_unknown: {
      wrong: { en: "No brand has this name", ar: "لا علامة بهذا الاسم" },
      right: {
        en: "an existing brand, or choose to create unknown brands",
        ar: "علامة معروفة، أو السماح بإنشاء غير المعروفة",
      },
    },
    brand_ambiguous: {
      wrong: { en: "Several brands have this name: {codes}", ar: "عدة علامات بهذا الاسم: {codes}" },
      right: { en: "one of their codes in a brand code column", ar: "أحد رموزها في عمود رمز العلامة" },
    },
    brand_made: {
      wrong: { en: "New brand: it will be created as a draft", ar: "علامة غير معروفة: تُنشأ مسودة" },
    },
    several_brands: {
      wrong: {
        en: "Several brands: the product goes to the first existing one",
        ar: "عدة علامات: أول علامة معروفة هي صاحبة المنتج",
      },
    },
    category_unknown: {
      wrong: {
        en: "No category has this name: the category stays unchanged",
        ar: "لا فئة بهذا الاسم: تبقى الفئة كما هي",
      },
    },
    category_ambiguous: {
      wrong: {
        en: "Several categories have this name: the category stays unchanged",
        ar: "عدة فئات بهذا الاسم: تبقى الفئة كما هي",
      },
    },
    quantity_unread: {
      wrong: {
        en: "Amount not recognised: the net content stays unchanged",
        ar: "كمية غير مقروءة: يبقى المحتوى كما هو",
      },
    },
    allergen_unknown: {
      wrong: {
        en: "Unknown allergens are left out",
        ar: "ليست كلها مسببات معروفة: يُترك المجهول",
      },
    },
    not_one_country: {
      wrong: {
        en: "Several countries or a region: the origin stays unchanged",
        ar: "عدة دول أو منطقة: يبقى بلد المنشأ كما هو",
      },
    },
    not_a_figure: {
      wrong: { en: "Not a number", ar: "ليس عددًا" },
      right: { en: "digits, with a point before decimals", ar: "أرقام، ونقطة قبل الكسور" },
    },
    not_positive: {
      wrong: { en: "Not greater than 0", ar: "ليس أكبر من الصفر" },
      right: { en: "a number greater than 0, or empty", ar: "عدد أكبر من 0، أو فراغ" },
    },
    three_decimals: { wrong: { en: "More than three decimal places", ar: "أكثر من ثلاث منازل عشرية" } },
    e_number: {
      wrong: { en: "Not valid E-numbers", ar: "ليست أرقام إضافات" },
      right: { en: "such as E471|E330", ar: "مثل E471|E330" },
    },
    unit_missing: {
      wrong: { en: "Net content without a unit", ar: "محتوى دون وحدة" },
      right: { en: "a unit in the same row", ar: "وحدة في الصف نفسه" },
    },
    content_missing: {
      wrong: { en: "A unit without net content", ar: "وحدة دون محتوى" },
      right: { en: "net content in the same row", ar: "محتوى في الصف نفسه" },
    },
    price_without_currency: {
      wrong: { en: "A price without a currency", ar: "سعر دون عملة" },
      right: { en: "a currency in the same row", ar: "عملة في الصف نفسه" },
    },
    reason_beside_gtin: {
      wrong: { en: "A barcode number and a reason for not having one", ar: "سبب لعدم وجود باركود مع وجود باركود" },
      right: { en: "one of the two", ar: "أحدهما فقط" },
    },
    category_missing: {
      wrong: { en: "Products in this status need a category", ar: "حالة هذا المنتج تتطلب فئة" },
    },
    requirement_lost: {
      wrong: {
        en: "This would remove a halal requirement from the product",
        ar: "سيُسقط هذا اشتراطًا من اشتراطات الحلال عن المنتج",
      },
      right: {
        en: "change it on the product’s page, where a second person approves it",
        ar: "غيّره من صفحة المنتج حيث يوافق عليه شخص ثانٍ",
      },
    },
    barcode_missing: {
      wrong: {
        en: "Products in this status need a barcode number or a reason for not having one",
        ar: "حالة هذا المنتج تتطلب باركودًا أو سببًا لعدم وجوده",
      },
    },
  },
  preparedFields: parentFields,
  prepare: prepareParents,
  check: checkRowsAndLosses,
  planOf: planOfProduct,
  write: writeProductRows,
};
