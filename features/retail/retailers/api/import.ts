import type { Importer } from "#api/importer.ts";
import { chainChoice, chainFields, prepareChains } from "#features/retail/retailers/import/api/importChains.ts";
import { retailerColumns } from "#features/retail/retailers/import/api/importColumns.ts";
import {
  checkRetailerRows,
  type ImportedRetailer,
  planOfRetailer,
} from "#features/retail/retailers/import/api/importRows.ts";
import { writeRetailerRows } from "#features/retail/retailers/import/api/importWrites.ts";
import { retailers } from "#features/retail/retailers/contract.ts";

/** Takes retailers from a file: new ones as drafts with their first location, and changes to those that its code column names. */
export const retailersImporter: Importer<ImportedRetailer> = {
  resource: "retailers",
  title: { en: "Retailers", ar: "المتاجر" },
  listPath: "/apps/retailer/retailers",
  needs: retailers.importTemplate,
  columns: retailerColumns,
  choices: [chainChoice],
  problemMessages: {
    retailer_code: {
      wrong: { en: "Not a retailer code", ar: "ليس رمز متجر" },
      right: { en: "RET- and at least six digits", ar: "‎RET-‎ ثم ستة أرقام على الأقل" },
    },
    no_such_retailer: {
      wrong: { en: "No retailer has this code", ar: "لا يوجد متجر بهذا الرمز" },
      right: { en: "empty, for a new retailer", ar: "فارغة، لمتجر جديد" },
    },
    no_such_type: {
      wrong: { en: "No retailer type has this name", ar: "لا يوجد نوع متاجر بهذا الاسم" },
      right: { en: "the code or the name of a type, such as GROCERY", ar: "رمز نوع أو اسمه، مثل GROCERY" },
    },
    several_chains: {
      wrong: { en: "Several retailers have this name: {codes}", ar: "عدة متاجر بهذا الاسم: {codes}" },
      right: { en: "the code of one in a code column", ar: "رمز أحدها في عمود الرمز" },
    },
    too_many_locations: {
      wrong: { en: "The retailer would have too many locations", ar: "سيتجاوز عدد مواقع المتجر الحد الأقصى" },
      right: { en: "{maximum} locations or fewer", ar: "عدد المواقع: {maximum} أو أقل" },
    },
    no_such_chain: {
      wrong: {
        en: "No chain has this code, or it already has three levels",
        ar: "لا توجد سلسلة بهذا الرمز، أو بلغت ثلاثة مستويات",
      },
    },
    retailer_closed: {
      wrong: { en: "This retailer is closed or was rejected", ar: "هذا المتجر مغلق أو مرفوض" },
      right: { en: "a retailer that isn’t", ar: "متجر غير مغلق ولا مرفوض" },
    },
    same_place: {
      wrong: { en: "{code} has the same name and location", ar: "‏{code} له الاسم نفسه والموقع نفسه" },
      right: { en: "{code} in a code column, to change it", ar: "{code} في عمود الرمز لتعديله" },
    },
    number_taken: {
      wrong: { en: "{code} already has this number", ar: "هذا الرقم مستخدم في {code}" },
      right: { en: "another number, or empty", ar: "رقم آخر، أو فراغ" },
    },
    not_degrees: {
      wrong: { en: "Not decimal degrees", ar: "ليست درجات عشرية" },
      right: { en: "decimal degrees, such as 25.2048", ar: "درجات عشرية، مثل 25.2048" },
    },
    gln: {
      wrong: { en: "Not a GLN: its check digit is wrong", ar: "ليس رقم GLN: رقم التحقق خطأ" },
      right: { en: "13 digits", ar: "13 رقمًا" },
    },
    time_zone: {
      wrong: { en: "Not a time zone", ar: "ليست منطقة زمنية" },
      right: { en: "an IANA name, such as Asia/Dubai", ar: "اسم من IANA، مثل Asia/Dubai" },
    },
    point_incomplete: {
      wrong: { en: "Enter both latitude and longitude", ar: "يلزم خط العرض وخط الطول معًا" },
    },
    registration_incomplete: {
      wrong: { en: "Enter both the registration number and its country", ar: "يلزم رقم السجل ودولته معًا" },
    },
    country_missing: {
      wrong: { en: "Retailers in this status need a country", ar: "حالة هذا المتجر تتطلب دولة" },
    },
    timezone_missing: {
      wrong: { en: "Retailers in this status need a time zone", ar: "حالة هذا المتجر تتطلب منطقة زمنية" },
    },
    hours_left_out: {
      wrong: {
        en: "Opening hours in an unsupported format: not imported",
        ar: "ساعات عمل بصيغة غير مدعومة: لم تُستورد",
      },
    },
    phone_left_out: {
      wrong: { en: "Phone number without a country code: not imported", ar: "رقم هاتف دون رمز الدولة: لم يُستورد" },
    },
    first_phone_taken: {
      wrong: { en: "Several phone numbers: only the first is imported", ar: "عدة أرقام هاتف: يُستورد الأول فقط" },
    },
    website_left_out: {
      wrong: { en: "Website that doesn’t start with https://: not imported", ar: "موقع لا يبدأ بـ ‎https://‎: تُرك" },
    },
    social_left_out: {
      wrong: { en: "Not an https URL of this site: not imported", ar: "ليس عنوان https في هذا الموقع: تُرك" },
    },
    social_host: {
      wrong: { en: "Not a URL of this site", ar: "ليس عنوانًا في هذا الموقع" },
      right: { en: "a URL that starts with https://{host}/", ar: "عنوان يبدأ بـ https://{host}/" },
    },
    place_left_out: {
      wrong: { en: "Locations of an existing retailer aren’t changed", ar: "مواقع المتجر المعروف تبقى كما هي" },
    },
  },
  preparedFields: chainFields,
  prepare: prepareChains,
  check: checkRetailerRows,
  planOf: planOfRetailer,
  write: writeRetailerRows,
};
