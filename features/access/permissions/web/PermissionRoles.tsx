import { Link } from "@tanstack/react-router";
import type { Permission } from "#features/access/permissions/contract.ts";
import classes from "#features/access/permissions/web/PermissionRoles.module.css";
import { formatNumber } from "#web/formats.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The roles that grant a permission, and for which rows. */
export function PermissionRoles({ permission }: { readonly permission: Permission }) {
  const t = useMessages("permissions");
  const language = useLanguage();
  if (permission.roles.length === 0) return <EmptyState title={t("roles.none")} />;
  return (
    <ul className={classes.list} aria-label={t("tabs.roles")}>
      {permission.roles.map(({ id, title, titleI18n, isSystem, limits, usersCount }) => (
        <li key={id}>
          <span className={classes.main}>
            <Link to={`/apps/role/roles/${id}`}>
              <bdi>{titleI18n[language] ?? title}</bdi>
            </Link>
            {isSystem && <small>{t("roles.system")}</small>}
          </span>
          <span className={classes.main}>{limits.map((limit) => t(`reach.${limit}`)).join(t("comma"))}</span>
          <small>{t("roles.people", { count: usersCount, figure: formatNumber(language, usersCount) })}</small>
        </li>
      ))}
    </ul>
  );
}
