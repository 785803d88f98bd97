import { useMemo } from "react";
import { isDay } from "#base/days.ts";
import { countryName, currencyName, formatDate, formatPercent, languageName, weekdayName } from "#web/formats.ts";
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

/** Codes of the parts, by the field that has them. */
const partGroups: Readonly<Record<string, string>> = {
  "locations.status": "locationStatus",
  "documents.status": "documentStatus",
  "documents.type": "documentType",
  "hours.season": "season",
  "closures.kind": "closureKind",
};

/** The group of messages that a code is in. `name` is that of the field, or of a value in the part at this path. */
const groupOf = (path: string, name: string): string | undefined =>
  partGroups[`${path.split(".")[0]}.${name.split(".").at(-1)}`] ?? messageGroups[name];

/** Labels and texts of the fields of a retailer and of its parts, for its history. */
export function useRetailerFormatters(): FieldFormatters {
  const t = useMessages("retailers");
  const recordT = useMessages("record");
  const language = useLanguage();
  return useMemo(() => {
    /** `name` is that of the value in a part. */
    const textOf = (path: string, value: unknown, name = path): string => {
      if (value === null || value === undefined || value === "") return recordT("empty");
      if (Array.isArray(value)) {
        const texts = value.map((each) => textOf(path, each, name));
        return texts.length === 0 ? recordT("empty") : texts.join(recordT("comma"));
      }
      if (typeof value === "object") {
        const lead = (key: string) => {
          if (name.endsWith("I18n")) return `${languageName(language, key)}: `;
          return name === "social" ? `${recordT(`social.${key}`, { defaultValue: key })}: ` : "";
        };
        const texts = Object.entries(value)
          .filter(([, part]) => part !== null && part !== false && part !== "")
          .map(([key, part]) => lead(key) + textOf(path, part, key));
        return texts.length === 0 ? recordT("empty") : texts.join(recordT("comma"));
      }
      if (typeof value === "boolean") return t(value ? "yes" : "no");
      if (typeof value === "number" && name === "weekday") return weekdayName(language, value);
      if (typeof value === "number")
        return name === "commissionBps" ? formatPercent(language, value / 10_000, 2) : String(value);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (name === "logoFileId" || name === "coverFileId") return t("aPicture");
      if (name === "country" || name === "registrationCountry") return countryName(language, text);
      if (name === "defaultLanguage") return languageName(language, text);
      if (name === "defaultCurrency") return `${text} – ${currencyName(language, text)}`;
      const group = groupOf(path, name);
      if (group) return t(`${group}.${text}`, { defaultValue: text });
      return isDay(text) ? formatDate(language, text) : text;
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
    return { labelOf, textOf: (path, value) => textOf(path, value) };
  }, [t, recordT, language]);
}
