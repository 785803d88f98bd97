import { useMemo } from "react";
import { categories } from "#features/catalogue/categories/contract.ts";
import { usePathChoices } from "#features/catalogue/categories/web/usePathChoices.ts";
import { languageName } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What the fields of a category are called, and how their values read: in the history and in a conflict. */
export function useCategoryTexts(): FieldTexts {
  const t = useMessages("categories");
  const recordWords = useMessages("record");
  const language = useLanguage();
  const { data } = useRead(categories.tree, { withArchived: true });
  const paths = usePathChoices(data?.rows ?? none);
  return useMemo(() => {
    const pathsById = new Map(paths.map(({ id, path }) => [id, path]));
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "")
        return path === "parentId" ? t("topLevel") : recordWords("empty");
      if (typeof value === "object") {
        const texts = Object.entries(value).map(([tag, text]) => `${languageName(language, tag)}: ${String(text)}`);
        return texts.length === 0 ? recordWords("empty") : texts.join(recordWords("comma"));
      }
      if (typeof value === "boolean") return recordWords(`flags.${value ? "yes" : "no"}`);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (path === "parentId" || path === "mergedIntoId") return pathsById.get(text) ?? t("gone");
      if (path === "imageFileId") return t("aPicture");
      if (path === "halalRelevance") return t(`relevance.${text}`, { defaultValue: text });
      return path === "status" ? t(`status.${text}`, { defaultValue: text }) : text;
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
  }, [t, recordWords, language, paths]);
}

const none: readonly never[] = [];
