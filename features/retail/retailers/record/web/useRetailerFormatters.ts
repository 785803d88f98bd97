import { useMemo } from "react";
import { countryName, currencyName, formatPercent, languageName } from "#web/formats.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const coded: Readonly<Record<string, string>> = {
  status: "status",
  kycStatus: "kyc",
  posIntegration: "posIntegration",
  visibility: "visibility",
  settlementMethod: "settlementMethod",
  kycLevel: "kycLevel",
  notify: "notices",
};

/** Labels and texts of the fields of a retailer and of its parts, for its history. */
export function useRetailerFormatters(): FieldTexts {
  const t = useMessages("retailers");
  const recordWords = useMessages("record");
  const language = useLanguage();
  return useMemo(() => {
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return recordWords("empty");
      if (Array.isArray(value)) {
        const texts = value.map((each) => textOf(path, each));
        return texts.length === 0 ? recordWords("empty") : texts.join(recordWords("comma"));
      }
      if (typeof value === "object") {
        const lead = (name: string) => {
          if (path.endsWith("I18n")) return `${languageName(language, name)}: `;
          return path === "social" ? `${recordWords(`social.${name}`, { defaultValue: name })}: ` : "";
        };
        const texts = Object.entries(value)
          .filter(([, part]) => part !== null && part !== false && part !== "")
          .map(([name, part]) => lead(name) + textOf(name, part));
        return texts.length === 0 ? recordWords("empty") : texts.join(recordWords("comma"));
      }
      if (typeof value === "boolean") return t(value ? "yes" : "no");
      if (typeof value === "number")
        return path === "commissionBps" ? formatPercent(language, value / 10_000, 2) : String(value);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (path === "logoFileId" || path === "coverFileId") return t("aPicture");
      if (path === "country" || path === "registrationCountry") return countryName(language, text);
      if (path === "defaultCurrency") return `${text} – ${currencyName(language, text)}`;
      const words = /^documents\..*\.status$/.test(path) ? "documentStatus" : coded[path];
      return words ? t(`${words}.${text}`, { defaultValue: text }) : text;
    };
    const labelOf = (path: string): string => {
      const [field = "", part, ...more] = path.split(".");
      if (part === undefined) return t(`fields.${field}`, { defaultValue: field });
      if (field === "social") return recordWords(`social.${part}`, { defaultValue: part });
      if (field.endsWith("I18n"))
        return t("fieldIn", {
          field: t(`fields.${field.replace("I18n", "")}`, { defaultValue: field }),
          language: languageName(language, part),
        });
      const title =
        field === "documents" ? t(`documentType.${part}`, { defaultValue: part }) : [part, ...more].join(".");
      return t("partOf", { part: t(`fields.${field}`, { defaultValue: field }), title });
    };
    return { labelOf, textOf };
  }, [t, recordWords, language]);
}
