import { permissionTitle } from "#features/access/permissions/rules.ts";
import type { ExplainedStep } from "#features/access/permissions/contract.ts";
import { countryName, formatDate, formatLastDay, formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type StepText = { readonly title: string; readonly text?: string };
type NamedStep = { readonly title: string; readonly titleI18n: Readonly<Record<string, string>> };
type Scopes = Extract<ExplainedStep, { code: "reaches_scopes" }>["scopes"];

/** What each step of an answer says, in the language of the screen. */
export function useStepMessages(permission: string): (step: ExplainedStep) => StepText {
  const t = useMessages("roles");
  const language = useLanguage();
  const day = (at: string) => formatDate(language, at);
  const counted = (count: number) => ({ count, figure: formatNumber(language, count) });
  const named = ({ title, titleI18n }: NamedStep) => titleI18n[language] ?? title;
  const listed = (texts: readonly string[]) => texts.join(t("comma"));
  const statusText = (status: string) => t(`why.statuses.${status}`, { defaultValue: status });
  const scopeTexts = (scopes: Scopes) =>
    listed(
      scopes.map(({ kind, target, name }) =>
        kind === "country" ? countryName(language, target) : t(`why.scopes.${kind}`, { name: name ?? target }),
      ),
    );
  const heldSince = (step: Extract<ExplainedStep, { code: "holds_role" }>) => {
    const { grantedBy, grantedAt, validTo } = step;
    const given = grantedBy
      ? t("why.grantedBy", { who: grantedBy, day: day(grantedAt) })
      : t("why.grantedOn", { day: day(grantedAt) });
    return listed([given, validTo ? t("why.until", { day: formatLastDay(language, validTo) }) : t("why.endless")]);
  };

  return (step) => {
    switch (step.code) {
      case "account_active":
      case "reaches_own":
      case "password_change_due":
      case "no_role":
        return { title: t(`why.steps.${step.code}`), text: t(`why.notes.${step.code}`) };
      case "account_not_active":
        return { title: t("why.steps.account_not_active"), text: statusText(step.status) };
      case "holds_role":
        return { title: t("why.steps.holds_role", { role: named(step.role) }), text: heldSince(step) };
      case "role_grants": {
        const what = { what: permissionTitle(permission, language), grant: step.grant };
        return { title: t("why.steps.role_grants", what), text: t(`why.limits.${step.limit}`, what) };
      }
      case "reaches_scopes":
        return step.scopes.length === 0
          ? { title: t("why.steps.no_scopes"), text: t("why.notes.no_scopes") }
          : { title: t("why.steps.reaches_scopes"), text: scopeTexts(step.scopes) };
      case "object_inside":
      case "object_outside":
        return { title: t(`why.steps.${step.code}`), text: step.object };
      case "second_factor_due":
        return {
          title: t("why.steps.second_factor_due"),
          text: t("why.notes.second_factor_due", { roles: listed(step.roles.map(named)) }),
        };
      case "role_not_valid": {
        const period = step.isOver ? "over" : "later";
        return {
          title: t(`why.steps.role_${period}`, { role: named(step.role) }),
          text: t(`why.notes.role_${period}`, { day: step.isOver ? formatLastDay(language, step.at) : day(step.at) }),
        };
      }
      case "no_role_grants":
        return { title: t("why.steps.no_role_grants"), text: t("why.notes.looked", counted(step.rolesCount)) };
      case "other_roles":
        return { title: t("why.steps.other_roles"), text: t("why.notes.looked", counted(step.rolesCount)) };
      case "would_grant":
        return { title: t("why.steps.would_grant"), text: t("why.notes.would_grant", wouldGrant(step)) };
    }
  };

  function wouldGrant({ roles, rolesCount }: Extract<ExplainedStep, { code: "would_grant" }>) {
    return { roles: listed(roles.map(named)), ...counted(rolesCount) };
  }
}
