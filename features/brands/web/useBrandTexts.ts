import { useMemo } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import { countryName, currencyName, languageName } from "#web/formats.ts";
import { writeAmount } from "#web/record/amount.ts";
import { formatBps } from "#web/record/formatBps.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

const amounts = new Set(["lowBalanceAlertMinor", "monthlyBudgetMinor"]);

/** What the fields of a brand are called, and how their values read: in the history and in a conflict. */
export function useBrandTexts(currency: string | null): FieldTexts {
  const t = useWords("brands");
  const recordWords = useWords("record");
  const language = useLanguage();
  return useMemo(() => {
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return recordWords("empty");
      if (Array.isArray(value)) return value.length === 0 ? recordWords("empty") : value.join(recordWords("comma"));
      if (typeof value === "object") {
        const keyName = (key: string) =>
          path === "social" ? recordWords(`social.${key}`, { defaultValue: key }) : languageName(language, key);
        const texts = Object.entries(value).map(([key, text]) => `${keyName(key)}: ${String(text)}`);
        return texts.length === 0 ? recordWords("empty") : texts.join(recordWords("comma"));
      }
      if (typeof value === "number") {
        if (path === "cashbackBps") return formatBps(language, value);
        if (!amounts.has(path)) return String(value);
        return `${currency ?? ""} ${writeAmount(value, minorDigitsByCurrency.get(currency ?? "") ?? 2)}`.trim();
      }
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (path === "logoFileId") return t("aPicture");
      if (path === "country") return countryName(language, text);
      if (path === "defaultCurrency") return `${text} – ${currencyName(language, text)}`;
      return path === "status" || path === "isMuslimOwned" ? t(`${path}.${text}`, { defaultValue: text }) : text;
    };
    const labelOf = (path: string): string => {
      const [field = "", tag] = path.split(".");
      if (tag === undefined) return t(`fields.${field}`, { defaultValue: field });
      if (field === "social") return recordWords(`social.${tag}`, { defaultValue: tag });
      return t("fieldIn", {
        field: t(`fields.${field.replace("I18n", "")}`, { defaultValue: field }),
        language: languageName(language, tag),
      });
    };
    return { labelOf, textOf };
  }, [t, recordWords, language, currency]);
}
