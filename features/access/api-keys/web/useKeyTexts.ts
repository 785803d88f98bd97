import { useMemo } from "react";
import type { KeyGrant, KeyScope } from "#features/access/api-keys/contract.ts";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { countryName, formatDate } from "#web/formats.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What the fields of a key are called, and how their values read: in the history and in a conflict. */
export function useKeyTexts(): FieldTexts {
  const t = useMessages("apiKeys");
  const recordWords = useMessages("record");
  const language = useLanguage();
  return useMemo(() => {
    const grantText = ({ permission, limit }: KeyGrant) =>
      limit === "all"
        ? permissionTitle(permission, language)
        : t("grantInScope", { permission: permissionTitle(permission, language) });
    const scopeText = ({ kind, target }: KeyScope) =>
      kind === "country" ? countryName(language, target) : t("brandOf", { id: target.slice(-6) });
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return recordWords("empty");
      if (Array.isArray(value)) {
        const texts = path === "grants" ? (value as KeyGrant[]).map(grantText) : (value as KeyScope[]).map(scopeText);
        return texts.length === 0 ? recordWords("empty") : texts.join(recordWords("comma"));
      }
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (path === "kind") return t(`kind.${text}`, { defaultValue: text });
      return path === "lastDay" ? formatDate(language, text) : text;
    };
    return { labelOf: (path) => t(`fields.${path.split(".")[0]}`, { defaultValue: path }), textOf };
  }, [t, recordWords, language]);
}
