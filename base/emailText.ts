/** A value within Arabic text, isolated so that a name in another script or a code keeps its place (UAX #9). */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The text of an email, from the paragraphs that apply. */
export const paragraphs = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join("\n\n");

export const englishCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

type ArabicForms = Readonly<Record<"one" | "two" | "few" | "many" | "other", string>>;

/** Nouns after a number, in the case that our emails use. The forms for one and two say the number themselves. */
const arabicNouns = {
  products: { one: "منتج واحد", two: "منتجان", few: "منتجات", many: "منتجًا", other: "منتج" },
  reminders: { one: "تذكير واحد", two: "تذكيران", few: "تذكيرات", many: "تذكيرًا", other: "تذكير" },
  retailers: { one: "متجر واحد", two: "متجرين", few: "متاجر", many: "متجرًا", other: "متجر" },
  days: { one: "يوم واحد", two: "يومين", few: "أيام", many: "يومًا", other: "يوم" },
} as const satisfies Readonly<Record<string, ArabicForms>>;

const arabicRules = new Intl.PluralRules("ar");

/** The form that a number asks for in Arabic: 1, 2, 3 to 10, 11 to 99, and 100, 101, 102 and so on. */
export function arabicForm(count: number): keyof ArabicForms {
  const form = arabicRules.select(count);
  return form === "zero" ? "other" : form;
}

export function arabicCount(count: number, noun: keyof typeof arabicNouns): string {
  const form = arabicForm(count);
  const text = arabicNouns[noun][form];
  return form === "one" || form === "two" ? text : `${count} ${text}`;
}

const format = (locale: string) => {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return (day: string) => days.format(new Date(`${day}T00:00:00Z`));
};

/** A day as an email says it: `31 December 2026`. */
export const englishDay = format("en-GB");
export const arabicDay = format("ar-u-ca-gregory-nu-latn");
