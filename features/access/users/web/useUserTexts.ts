import { useMemo } from "react";
import { users } from "#features/access/users/contract.ts";
import { countryName, formatDate, formatLastDay, languageName } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type NotedRole = { readonly role: string; readonly from: string | null; readonly to: string | null };
const isNotedRole = (value: unknown): value is NotedRole =>
  typeof value === "object" && value !== null && "role" in value;

/** What the fields of a person are called, and how their values read: in the history and in a conflict. */
export function useUserTexts(): FieldTexts {
  const t = useMessages("users");
  const recordWords = useMessages("record");
  const language = useLanguage();
  const { data } = useRead(users.choices, {});
  return useMemo(() => {
    const titleOf = (code: string) => {
      const role = data?.roles.find((each) => each.code === code);
      return role?.titleI18n[language] ?? role?.title ?? code;
    };
    const roleText = ({ role, from, to }: NotedRole) => {
      const until = to === null ? "" : ` ${t("until", { day: formatLastDay(language, to) })}`;
      return `${titleOf(role)}${from === null ? "" : ` ${t("from", { day: formatDate(language, from) })}`}${until}`;
    };
    const scopeText = (text: string) => {
      const [kind, target = ""] = text.split(":");
      const known = data?.scopes.find((scope) => scope.kind === kind && scope.target === target);
      return kind === "country" ? countryName(language, target) : (known?.label ?? t("unseenScope"));
    };
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return recordWords("empty");
      if (Array.isArray(value)) {
        if (value.length === 0) return recordWords("empty");
        return value
          .map((each: unknown) =>
            isNotedRole(each) ? roleText(each) : path === "scopes" ? scopeText(String(each)) : String(each),
          )
          .join(recordWords("comma"));
      }
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (path === "language") return languageName(language, text);
      return path === "status" || path === "category" ? t(`${path}.${text}`, { defaultValue: text }) : text;
    };
    return { labelOf: (path: string) => t(`fields.${path}`, { defaultValue: path }), textOf };
  }, [t, recordWords, language, data]);
}
