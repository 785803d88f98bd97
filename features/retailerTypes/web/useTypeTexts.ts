import { useMemo } from "react";
import { formatPercent, languageName } from "#web/formats.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

const coded = new Set(["channel", "certificatePolicy", "kycLevel", "icon", "status"]);

/** What the fields of a type are called, and how their values read: in the history and in a conflict. */
export function useTypeTexts(): FieldTexts {
  const t = useWords("retailerTypes");
  const recordWords = useWords("record");
  const language = useLanguage();
  return useMemo(() => {
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return recordWords("empty");
      if (typeof value === "boolean") return t(value ? "yes" : "no");
      if (typeof value === "object") {
        const texts = Object.entries(value).map(([tag, text]) => `${languageName(language, tag)}: ${String(text)}`);
        return texts.length === 0 ? recordWords("empty") : texts.join(recordWords("comma"));
      }
      if (typeof value === "number")
        return path.endsWith("Bps") ? formatPercent(language, value / 10_000, 2) : String(value);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return coded.has(path) ? t(`${path}.${text}`, { defaultValue: text }) : text;
    };
    const labelOf = (path: string): string => {
      const [field = "", tag] = path.split(".");
      if (tag === undefined) return t(`fields.${field}`, { defaultValue: field });
      return t("fieldIn", {
        field: t(`fields.${field.replace("I18n", "")}`, { defaultValue: field }),
        language: languageName(language, tag),
      });
    };
    return { labelOf, textOf };
  }, [t, recordWords, language]);
}
