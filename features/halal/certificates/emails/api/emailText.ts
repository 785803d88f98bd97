/** A number or a Latin name within Arabic, kept together. */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** The text of an email, from the paragraphs that apply. */
export const paragraphs = (parts: readonly (string | false | null | undefined)[]) => parts.filter(Boolean).join("\n\n");

export const englishCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

type ArabicForms = Readonly<Record<"one" | "two" | "few" | "many" | "other", string>>;

/** Nouns after a number. The forms for one and two include the number; `two` is nominative for products. */
const arabicNouns = {
  products: { one: "منتج واحد", two: "منتجان", few: "منتجات", many: "منتجًا", other: "منتج" },
  retailers: { one: "متجر واحد", two: "متجرين", few: "متاجر", many: "متجرًا", other: "متجر" },
  days: { one: "يوم واحد", two: "يومين", few: "أيام", many: "يومًا", other: "يوم" },
} as const satisfies Readonly<Record<string, ArabicForms>>;

const arabicRules = new Intl.PluralRules("ar");

export function arabicCount(count: number, noun: keyof typeof arabicNouns): string {
  const form = arabicRules.select(count);
  const forms = arabicNouns[noun];
  if (form === "one" || form === "two") return forms[form];
  return `${count} ${forms[form === "zero" ? "other" : form]}`;
}

const format = (locale: string) => {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return (day: string) => days.format(new Date(`${day}T00:00:00Z`));
};

/** A day as an email says it: `31 December 2026`. */
export const englishDay = format("en-GB");
export const arabicDay = format("ar-u-ca-gregory-nu-latn");
