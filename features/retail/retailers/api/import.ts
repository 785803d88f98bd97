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
      wrong: { en: "Not a retailer's code", ar: "ليس رمز متجر" },
      right: { en: "RET- and at least six digits", ar: "‎RET-‎ ثم ستة أرقام على الأقل" },
    },
    no_such_retailer: {
      wrong: { en: "No retailer has this code", ar: "لا متجر بهذا الرمز" },
      right: { en: "empty, for a new retailer", ar: "فارغة، لمتجر جديد" },
    },
    no_such_type: {
      wrong: { en: "No retailer type is called so", ar: "لا نوع متاجر بهذا الاسم" },
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
        en: "No chain has this code, or it has three levels already",
        ar: "لا سلسلة بهذا الرمز، أو بلغت ثلاثة مستويات",
      },
    },
    retailer_closed: {
      wrong: { en: "This retailer is closed or was rejected", ar: "هذا المتجر مغلق أو مرفوض" },
      right: { en: "a retailer that is not", ar: "متجر غير مغلق ولا مرفوض" },
    },
    same_place: {
      wrong: { en: "{code} has this name at the same place", ar: "{code} يحمل هذا الاسم في المكان نفسه" },
      right: { en: "{code} in a code column, to change it", ar: "{code} في عمود الرمز لتعديله" },
    },
    number_taken: {
      wrong: { en: "{code} already has this number", ar: "هذا الرقم مستخدم في {code}" },
      right: { en: "another number, or empty", ar: "رقم آخر، أو فراغ" },
    },
    not_degrees: {
      wrong: { en: "Not a number of degrees", ar: "ليست درجات" },
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
      wrong: { en: "A point needs a latitude and a longitude", ar: "النقطة تحتاج إلى خط عرض وخط طول" },
    },
    registration_incomplete: {
      wrong: { en: "A registration number and its country go together", ar: "رقم السجل ودولته معًا" },
    },
    country_missing: {
      wrong: { en: "A retailer with its status must keep a country", ar: "حالة هذا المتجر تتطلب دولة" },
    },
    timezone_missing: {
      wrong: { en: "A retailer with its status must keep a time zone", ar: "حالة هذا المتجر تتطلب منطقة زمنية" },
    },
    hours_left_out: {
      wrong: { en: "Opening hours in a form that is not read: left out", ar: "ساعات عمل بصيغة غير مقروءة: تُركت" },
    },
    phone_left_out: {
      wrong: { en: "A phone number without its country's code: left out", ar: "رقم هاتف دون رمز الدولة: تُرك" },
    },
    first_phone_taken: {
      wrong: { en: "Several phone numbers: the first is taken", ar: "عدة أرقام هاتف: أُخذ الأول" },
    },
    website_left_out: {
      wrong: { en: "A website that does not begin with https://: left out", ar: "موقع لا يبدأ بـ ‎https://‎: تُرك" },
    },
    social_left_out: {
      wrong: { en: "Not an https address of this place: left out", ar: "ليس عنوان https في هذا الموقع: تُرك" },
    },
    social_host: {
      wrong: { en: "Not an address of this place", ar: "ليس عنوانًا في هذا الموقع" },
      right: { en: "an address that begins with https://{host}/", ar: "عنوان يبدأ بـ https://{host}/" },
    },
    place_left_out: {
      wrong: { en: "The locations of a known retailer stay as they are", ar: "مواقع المتجر المعروف تبقى كما هي" },
    },
  },
  preparedFields: chainFields,
  prepare: prepareChains,
  check: checkRetailerRows,
  planOf: planOfRetailer,
  write: writeRetailerRows,
};
