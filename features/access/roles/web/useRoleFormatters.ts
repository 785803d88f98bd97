import { useMemo } from "react";
import type { RowLimit } from "#base/grants.ts";
import { permissionTitle, resourceTitle } from "#features/access/permissions/rules.ts";
import { languageName } from "#web/formats.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What the fields of a role are called, and how their values read: in the history and in a conflict. */
export function useRoleFormatters(): FieldFormatters {
  const t = useMessages("roles");
  const recordMessages = useMessages("record");
  const language = useLanguage();
  return useMemo(() => {
    const reach = (limits: readonly RowLimit[]) =>
      limits.length === 0 ? t("reach.none") : limits.map((limit) => t(`reach.${limit}`)).join(" + ");
    const labelOf = (path: string): string => {
      const [field = "", ...rest] = path.split(".");
      if (field === "titleI18n" && rest[0])
        return t("fieldIn", { field: t("fields.title"), language: languageName(language, rest[0]) });
      if (field !== "grants" || rest.length === 0) return t(`fields.${field}`, { defaultValue: field });
      return rest.length === 1 ? resourceTitle(rest[0]!, language) : permissionTitle(rest.join("."), language);
    };
    const textOf = (path: string, value: unknown): string => {
      if (path.startsWith("grants.")) {
        if (value === null || value === undefined) return t("reach.none");
        if (Array.isArray(value)) return reach(value as RowLimit[]);
        return Object.entries(value as Readonly<Record<string, RowLimit[]>>)
          .map(([action, limits]) => `${permissionTitle(`${path.slice(7)}.${action}`, language)}: ${reach(limits)}`)
          .join(recordMessages("comma"));
      }
      if (path === "grants") return t("grantsCount", countOf(value));
      if (path === "userCategory" || path === "userCategoryId")
        return value === null || value === undefined
          ? t("anyCategory")
          : t(`userCategory.${value as string | number}`, { defaultValue: `${value as string | number}` });
      if (typeof value === "boolean") return t(value ? "needed" : "notNeeded");
      if (typeof value === "object" && value !== null)
        return Object.values(value).map(String).join(recordMessages("comma")) || recordMessages("empty");
      return typeof value === "string" && value !== "" ? value : recordMessages("empty");
    };
    return { labelOf, textOf };
  }, [t, recordMessages, language]);
}

function countOf(value: unknown) {
  const count = Array.isArray(value) ? value.length : 0;
  return { count, figure: String(count) };
}
