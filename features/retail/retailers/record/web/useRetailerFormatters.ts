import { useMemo } from "react";
import { countryName, currencyName, formatPercent, languageName } from "#web/formats.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const messageGroups: Readonly<Record<string, string>> = {
  status: "status",
  kycStatus: "kyc",
  posIntegration: "posIntegration",
  visibility: "visibility",
  settlementMethod: "settlementMethod",
  kycLevel: "kycLevel",
  notify: "notices",
};

/** Labels and texts of the fields of a retailer and of its parts, for its history. */
export function useRetailerFormatters(): FieldFormatters {
  const t = useMessages("retailers");
  const recordT = useMessages("record");
  const language = useLanguage();
  return useMemo(() => {
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return recordT("empty");
      if (Array.isArray(value)) {
        const texts = value.map((each) => textOf(path, each));
        return texts.length === 0 ? recordT("empty") : texts.join(recordT("comma"));
      }
      if (typeof value === "object") {
        const lead = (name: string) => {
          if (path.endsWith("I18n")) return `${languageName(language, name)}: `;
          return path === "social" ? `${recordT(`social.${name}`, { defaultValue: name })}: ` : "";
        };
        const texts = Object.entries(value)
          .filter(([, part]) => part !== null && part !== false && part !== "")
          .map(([name, part]) => lead(name) + textOf(name, part));
        return texts.length === 0 ? recordT("empty") : texts.join(recordT("comma"));
      }
      if (typeof value === "boolean") return t(value ? "yes" : "no");
      if (typeof value === "number")
        return path === "commissionBps" ? formatPercent(language, value / 10_000, 2) : String(value);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (path === "logoFileId" || path === "coverFileId") return t("aPicture");
      if (path === "country" || path === "registrationCountry") return countryName(language, text);
      if (path === "defaultCurrency") return `${text} – ${currencyName(language, text)}`;
      const group = /^documents\..*\.status$/.test(path) ? "documentStatus" : messageGroups[path];
      return group ? t(`${group}.${text}`, { defaultValue: text }) : text;
    };
    const labelOf = (path: string): string => {
      const [field = "", part, ...more] = path.split(".");
      if (part === undefined) return t(`fields.${field}`, { defaultValue: field });
      if (field === "social") return recordT(`social.${part}`, { defaultValue: part });
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
  }, [t, recordT, language]);
}
