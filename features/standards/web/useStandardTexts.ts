import { useMemo } from "react";
import { languageName } from "#web/formats.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** What the fields of a standard are called, and how their values read. */
export function useStandardTexts(): FieldTexts {
  const t = useWords("standards");
  const words = useWords("record");
  const language = useLanguage();
  return useMemo(() => {
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return words("empty");
      if (typeof value === "object") {
        const texts = Object.entries(value).map(([tag, text]) => `${languageName(language, tag)}: ${String(text)}`);
        return texts.length === 0 ? words("empty") : texts.join(words("comma"));
      }
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return path === "status" ? t(`status.${text}`, { defaultValue: text }) : text;
    };
    const labelOf = (path: string): string => {
      const [field = "", tag] = path.split(".");
      return tag === undefined
        ? t(`fields.${field}`, { defaultValue: field })
        : t("fieldIn", { field: t("fields.title"), language: languageName(language, tag) });
    };
    return { labelOf, textOf };
  }, [t, words, language]);
}
