import { useMemo } from "react";
import type { SiteInput } from "#features/halal/certificates/contract/records.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { countryName, formatDate } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Fields whose values are codes with words of their own. */
const coded: ReadonlySet<string> = new Set([
  "kind",
  "holderType",
  "validityBasis",
  "slaughterMethod",
  "stunningPolicy",
  "evidenceLevel",
  "verificationMethod",
  "schemeCode",
  "state",
]);
const days: ReadonlySet<string> = new Set([
  "issuedOn",
  "validFrom",
  "expiresOn",
  "lastReviewedOn",
  "reviewDueOn",
  "nextCheckDueOn",
  "supersededFrom",
]);

/** What the fields of a certificate are called, and how their values read: in the history and in a conflict. */
export function useCertificateTexts(): FieldTexts {
  const t = useMessages("certificates");
  const recordWords = useMessages("record");
  const language = useLanguage();
  const { data: choices } = useRead(certificates.choices, {});
  return useMemo(() => {
    const empty = recordWords("empty");
    const named = (path: string, value: string): string => {
      if (coded.has(path)) return t(`${path}.${value}`, { defaultValue: value });
      if (days.has(path)) return formatDate(language, value);
      if (path === "holderCountry") return countryName(language, value);
      if (path === "bodyId") return choices?.bodies.find(({ id }) => id === value)?.acronym ?? value;
      if (path === "standardIds") {
        const standard = choices?.standards.find(({ id }) => id === value);
        return standard ? `${standard.code}:${standard.edition}` : value;
      }
      return value;
    };
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return empty;
      if (Array.isArray(value)) {
        if (value.length === 0) return empty;
        return value
          .map((each) => (typeof each === "object" ? (each as SiteInput).name : named(path, String(each))))
          .join(recordWords("comma"));
      }
      return typeof value === "string" ? named(path, value) : JSON.stringify(value);
    };
    return { labelOf: (path) => t(`fields.${path.split(".")[0]}`, { defaultValue: path }), textOf };
  }, [t, recordWords, language, choices]);
}
