import type { Importer, ProblemMessage } from "#api/importer.ts";
import type { ImportLanguage } from "#features/platform/imports/contract.ts";

type Params = Readonly<Record<string, string | number>>;

/** The text of a code in one language; `right` is empty if only an example or a suggestion can explain it. */
export function sentenceOf(
  importer: Importer,
  code: string,
  params: Params,
  language: ImportLanguage,
): { readonly wrong: string; readonly right: string } {
  const message = importer.problemMessages?.[code] ?? problemMessages[code];
  if (!message) throw new Error(`no words for the problem ${code} of ${importer.resource}`);
  return { wrong: fill(message.wrong[language], params), right: fill(message.right?.[language] ?? "", params) };
}

/** `row` is a row number and formatted as one; all other numbers are limits, formatted as in a cell. */
const fill = (sentence: string, params: Params) =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return name === "row" ? Number(value).toLocaleString("en") : String(value);
  });

/**
 * Messages for all importers. The codes are those of the contracts' checks (`FieldError.code`) and of this feature.
 * Worded without a counted noun beside a number, so that Arabic needs no plural forms.
 */
export const problemMessages: Readonly<Record<string, ProblemMessage>> = {
  outside_scope: {
    wrong: { en: "This record would be outside your scope", ar: "سيكون هذا السجل خارج نطاقك" },
  },
  field_not_permitted: {
    wrong: { en: "You can’t change this field", ar: "لا يمكنك تعديل هذا الحقل" },
    right: { en: "the value it has, or empty for a new record", ar: "القيمة الحالية، أو فراغ لسجل جديد" },
  },
  taken_unseen: {
    wrong: { en: "A record that you can’t see already has this value", ar: "هذه القيمة مستخدمة في سجل لا يمكنك رؤيته" },
    right: { en: "another value", ar: "قيمة أخرى" },
  },
  formula_result: {
    wrong: {
      en: "“{column}” has formulas. Their last calculated results were read",
      ar: "يحتوي العمود «\u2068{column}\u2069» على صيغ. قُرئت آخر نتائج محسوبة لها",
    },
  },
  required: { wrong: { en: "This cell is empty", ar: "هذه الخانة فارغة" } },
  too_short: {
    wrong: { en: "Too short", ar: "أقصر من اللازم" },
    right: { en: "characters: {minimum} or more", ar: "عدد الأحرف: {minimum} أو أكثر" },
  },
  too_long: {
    wrong: { en: "Too long", ar: "أطول من اللازم" },
    right: { en: "characters: {maximum} or fewer", ar: "عدد الأحرف: {maximum} أو أقل" },
  },
  too_many: {
    wrong: { en: "Too many values", ar: "قيم أكثر من اللازم" },
    right: { en: "values: {maximum} or fewer", ar: "عدد القيم: {maximum} أو أقل" },
  },
  too_small: {
    wrong: { en: "Too small", ar: "أصغر من اللازم" },
    right: { en: "{minimum} or more", ar: "{minimum} أو أكثر" },
  },
  too_big: {
    wrong: { en: "Too big", ar: "أكبر من اللازم" },
    right: { en: "{maximum} or less", ar: "{maximum} أو أقل" },
  },
  invalid: { wrong: { en: "Not a valid value for this field", ar: "قيمة لا تصلح لهذا الحقل" } },
  not_a_number: {
    wrong: { en: "Not a whole number", ar: "ليس عددًا صحيحًا" },
    right: { en: "digits only", ar: "أرقام فقط" },
  },
  not_an_amount: {
    wrong: { en: "Not a valid amount in this currency", ar: "ليس مبلغًا بهذه العملة" },
    right: { en: "decimals: {digits} at most, after a point", ar: "منازل عشرية: {digits} على الأكثر بعد النقطة" },
  },
  not_one_of: {
    wrong: { en: "Not one of the available options", ar: "ليس من الخيارات المتاحة" },
    right: { en: "one of {allowed}", ar: "واحد من {allowed}" },
  },
  not_json: {
    wrong: { en: "Not texts by language", ar: "ليست أسماء بحسب اللغة" },
    right: { en: "JSON with a text for each language code", ar: "JSON فيه نص لكل رمز لغة" },
  },
  nothing_visible: { wrong: { en: "Contains no visible characters", ar: "لا يحتوي على أي حرف مرئي" } },
  country_code: {
    wrong: { en: "Not an ISO country code", ar: "ليس رمز دولة وفق ISO" },
    right: { en: "two letters, such as AE", ar: "حرفان، مثل AE" },
  },
  currency_code: {
    wrong: { en: "Not an ISO currency code", ar: "ليس رمز عملة وفق ISO" },
    right: { en: "three letters, such as AED", ar: "ثلاثة أحرف، مثل AED" },
  },
  language_tag: {
    wrong: { en: "{tag} isn’t a language tag", ar: "{tag} ليس رمز لغة" },
    right: { en: "such as ar, en or zh-Hant", ar: "مثل ar أو en أو zh-Hant" },
  },
  too_many_languages: {
    wrong: { en: "Too many languages", ar: "لغات أكثر من اللازم" },
    right: { en: "languages: {maximum} or fewer", ar: "عدد اللغات: {maximum} أو أقل" },
  },
  https_url: {
    wrong: { en: "Not a secure URL", ar: "ليس عنوان ويب آمنًا" },
    right: { en: "a URL that starts with https://", ar: "عنوان يبدأ بـ \u2068https://\u2069" },
  },
  email: {
    wrong: { en: "Not an email address", ar: "ليس عنوان بريد إلكتروني" },
    right: { en: "such as name@example.com", ar: "مثل name@example.com" },
  },
  phone: {
    wrong: { en: "Not an international number", ar: "ليس رقم هاتف دوليًا" },
    right: { en: "such as +971501234567", ar: "مثل ‎+971501234567" },
  },
  control_characters: {
    wrong: { en: "Contains characters that can’t be displayed", ar: "يحتوي على رموز لا يمكن عرضها" },
    right: { en: "the text without them", ar: "النص دونها" },
  },
  direction_marks: {
    wrong: { en: "Contains a hidden character that reverses the text", ar: "يحتوي على رمز خفي يقلب اتجاه النص" },
    right: { en: "the text without it", ar: "النص دونها" },
  },
  lost_characters: {
    wrong: { en: "A character was lost when the file was saved (�)", ar: "فُقد حرف عند حفظ الملف (�)" },
    right: { en: "the file saved again as UTF-8", ar: "حفظ الملف من جديد بترميز UTF-8" },
  },
  formula: {
    wrong: { en: "A formula, not a value", ar: "معادلة وليست قيمة" },
    right: { en: "the value that it evaluates to", ar: "القيمة الناتجة منها" },
  },
  extra_cells: {
    wrong: {
      en: "More cells than the header ({count} to {columns})",
      ar: "خانات أكثر من العناوين ({count} مقابل {columns})",
    },
    right: {
      en: "quotes around a cell that contains the delimiter",
      ar: "علامات اقتباس حول الخانة التي تحتوي على الفاصل",
    },
  },
  same_as_row: {
    wrong: { en: "Same as row {row}", ar: "مكرر من الصف {row}" },
    right: { en: "one row for each", ar: "صف واحد لكل قيمة" },
  },
  update_not_permitted: {
    wrong: {
      en: "You don’t have permission to change existing records",
      ar: "ليست لديك صلاحية تعديل السجلات الموجودة",
    },
    right: { en: "rows for new records only", ar: "صفوف لسجلات جديدة فقط" },
  },
};
