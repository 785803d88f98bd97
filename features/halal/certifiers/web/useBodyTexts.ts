import { useMemo } from "react";
import type { Accreditation, Source } from "#features/halal/certifiers/contract/bodies.ts";
import { countryName, languageName } from "#web/formats.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const worded: Readonly<Record<string, string>> = {
  kind: "kinds",
  defaultStunningPolicy: "stunningPolicies",
  status: "status",
};

/** What the fields of a body are called, and how their values read: in the history and in a conflict. */
export function useBodyTexts(): FieldTexts {
  const t = useMessages("certifiers");
  const words = useMessages("record");
  const language = useLanguage();
  return useMemo(() => {
    const listed = (texts: readonly string[]) => (texts.length === 0 ? words("empty") : texts.join(words("comma")));
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return words("empty");
      if (path === "accreditations")
        return listed((value as Accreditation[]).map(({ accreditor, scopeText }) => `${accreditor} (${scopeText})`));
      if (path === "sources") return listed((value as Source[]).map(({ title }) => title));
      if (Array.isArray(value)) return listed(value.map(String));
      if (typeof value === "object")
        return listed(Object.entries(value).map(([tag, text]) => `${languageName(language, tag)}: ${String(text)}`));
      if (path === "logoFileId") return t("aPicture");
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (path === "country") return countryName(language, text);
      const group = worded[path];
      return group === undefined ? text : t(`${group}.${text}`, { defaultValue: text });
    };
    const labelOf = (path: string): string => {
      const [field = "", tag] = path.split(".");
      if (tag === undefined || field !== "nameI18n") return t(`fields.${field}`, { defaultValue: field });
      return t("fieldIn", { field: t("fields.name"), language: languageName(language, tag) });
    };
    return { labelOf, textOf };
  }, [t, words, language]);
}
