import { lazy, Suspense } from "react";
import { type Role, roles } from "#features/access/roles/contract.ts";
import { roleDescription } from "#features/access/roles/rules.ts";
import { RoleBadge } from "#features/access/roles/web/RoleBadge.tsx";
import { RoleHolders } from "#features/access/roles/web/RoleHolders.tsx";
import { RoleMenu } from "#features/access/roles/web/RoleMenu.tsx";
import { RoleActions } from "#features/access/roles/web/RoleActions.tsx";
import { useRoleFormatters } from "#features/access/roles/web/useRoleFormatters.ts";
import { formatDate, formatNumber } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMediaQuery } from "#web/ui/useMediaQuery.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// On its way since the route was entered (routes.tsx).
const RoleEditForm = lazy(() =>
  import("#features/access/roles/web/RoleEditForm.tsx").then((module) => ({ default: module.RoleEditForm })),
);
const WhyPanel = lazy(() =>
  import("#features/access/roles/web/WhyPanel.tsx").then((module) => ({ default: module.WhyPanel })),
);

const tabs = ["permissions", "details", "users", "menu", "history"] as const;
type TabName = (typeof tabs)[number];

/** Below this there is no room beside a record (web/record/RecordPage.module.css). */
const asideQuery = "(min-width: 75em)";

/** A role that is there: what it grants, who has it, what it opens, and its history. */
export function RoleDetailPage({ role }: { readonly role: Role }) {
  const t = useMessages("roles");
  const language = useLanguage();
  const texts = useRoleFormatters();
  const [tab, setTab] = useSearchParam("tab");
  const [why, setWhy] = useSearchParam("why");
  const hasRoom = useMediaQuery(asideQuery);
  const current = tabs.find((name) => name === tab) ?? "permissions";
  const figures: Partial<Record<TabName, number>> = { permissions: role.permissionsCount, users: role.usersCount };
  const isForm = current === "permissions" || current === "details";
  return (
    <RecordPage
      list={{ name: "roles", title: t("title"), path: "/apps/role/roles" }}
      id={role.id}
      title={role.titleI18n[language] ?? role.title}
      crumb={role.titleI18n[language] ?? role.title}
      badge={role.isSystem && <RoleBadge>{t("system")}</RoleBadge>}
      facts={
        <>
          {role.description && (
            <span>
              <bdi>{roleDescription(role, language)}</bdi>
            </span>
          )}
          <span>{t("changedOn", { day: formatDate(language, role.updatedAt) })}</span>
        </>
      }
      actions={
        <RoleActions role={role} isAsking={why !== ""} onWhy={hasRoom ? () => setWhy(why ? "" : "yes") : null} />
      }
      tabs={{
        all: tabs.map((name) => ({
          name,
          title: t(`tabs.${name}`),
          ...(figures[name] === undefined ? {} : { count: formatNumber(language, figures[name]) }),
        })),
        current,
        onChange: (name) => setTab(name === "permissions" ? "" : name),
      }}
      aside={
        why !== "" && hasRoom ? (
          <Suspense fallback={<SkeletonRows rows={4} rowPx={56} />}>
            <WhyPanel onClose={() => setWhy("")} />
          </Suspense>
        ) : undefined
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks elsewhere. */}
      <div hidden={!isForm} style={{ display: isForm ? "contents" : "none" }}>
        <Suspense fallback={<SkeletonRows rows={9} rowPx={40} />}>
          <RoleEditForm role={role} part={current === "details" ? "details" : "permissions"} />
        </Suspense>
      </div>
      {current === "users" && <RoleHolders id={role.id} />}
      {current === "menu" && <RoleMenu id={role.id} />}
      {current === "history" && <ActivityPanel operation={roles.activity} id={role.id} texts={texts} t={t} />}
    </RecordPage>
  );
}
