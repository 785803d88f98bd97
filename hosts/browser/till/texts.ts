import type { Check } from "#features/loyalty/promocodes/rules/facts.ts";
import { describeCheck } from "#features/loyalty/promocodes/rules/describe.ts";
import arabicRules from "#features/loyalty/promocodes/rules/messages.ar.json" with { type: "json" };
import englishRules from "#features/loyalty/promocodes/rules/messages.en.json" with { type: "json" };
import { textOf } from "#features/loyalty/promocodes/rules/text.ts";
import arabic from "#hosts/browser/till/messages.ar.json" with { type: "json" };
import english from "#hosts/browser/till/messages.en.json" with { type: "json" };

export type Language = "en" | "ar";
export type TextKey = Exclude<keyof typeof english, "refusals">;

const messages = { en: english, ar: arabic };
const ruleMessages = { en: englishRules, ar: arabicRules };

/** Values are isolated, so that a receipt's number keeps its order in Arabic. */
export const text = (language: Language, key: TextKey, values: Readonly<Record<string, string>> = {}): string =>
  messages[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => `\u2068${values[name] ?? ""}\u2069`);

/** A refusal's code in words; the server's own words where there are none. */
export function refusalText(language: Language, code: string, otherwise: string): string {
  const known: Readonly<Record<string, string>> = messages[language].refusals;
  return known[code] ?? (language === "en" ? otherwise : text(language, "refused", { code }));
}

/** A check in words. Names of records are not known at the till. */
export function checkText(language: Language, check: Check): string {
  const nameOf = () => text(language, "another");
  try {
    return textOf(describeCheck(check), { language, messages: ruleMessages[language], nameOf });
  } catch {
    // A later version of the server may make checks that this page has no words for.
    return refusalText(language, check.reason ?? check.check, check.reason ?? check.check);
  }
}
