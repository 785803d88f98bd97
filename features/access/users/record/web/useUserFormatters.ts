import { useMemo } from "react";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { users } from "#features/access/users/contract.ts";
import { userFields } from "#features/access/users/fields.ts";
import { countryName, formatDate, formatLastDay, languageName } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { spaced } from "#web/record/historyText.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type AuditedRole = { readonly role: string; readonly from: string | null; readonly to: string | null };
/** Of a user, or of an API key that the user created. */
type AuditedScope = string | { readonly kind: string; readonly target: string };

const record = { description: { name: "users", fields: userFields } };

/** Labels of a user's fields and texts of their values, in the history and in a conflict. */
export function useUserFormatters(): FieldFormatters {
  const t = useMessages("users");
  const language = useLanguage();
  const { data } = useRead(users.choices, {});
  const formats = useMemo(() => {
    const titleOf = (code: string) => {
      const role = data?.roles.find((each) => each.code === code);
      return role?.titleI18n[language] ?? role?.title ?? code;
    };
    const roleText = (held: AuditedRole | string) => {
      if (typeof held === "string") return held;
      const { role, from, to } = held;
      const until = to === null ? "" : ` ${t("until", { day: formatLastDay(language, to) })}`;
      return `${titleOf(role)}${from === null ? "" : ` ${t("from", { day: formatDate(language, from) })}`}${until}`;
    };
    const scopeText = (held: AuditedScope) => {
      const [kind, target = ""] = typeof held === "string" ? held.split(":") : [held.kind, held.target];
      const known = data?.scopes.find((scope) => scope.kind === kind && scope.target === target);
      return kind === "country" ? countryName(language, target) : (known?.label ?? t("unseenScope"));
    };
    return {
      language: (code: string) => languageName(language, code),
      // Of refused changes.
      code: (code: string) => t(`refusals.${code}`, { defaultValue: spaced(code) }),
      grants: (grants: readonly string[]) => grants.map((grant) => permissionTitle(grant, language)),
      roles: (roles: readonly (AuditedRole | string)[]) => roles.map(roleText),
      scopes: (scopes: readonly AuditedScope[]) => scopes.map(scopeText),
    };
  }, [t, language, data]);
  const texts = useFieldFormatters({ record, formats });
  // The history also has fields that other areas changed, such as the session.
  return useMemo(
    () => ({ ...texts, labelOf: (path) => t(`fields.${path}`, { defaultValue: texts.labelOf(path) }) }),
    [texts, t],
  );
}
