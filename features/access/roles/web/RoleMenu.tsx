import { use } from "react";
import { roles } from "#features/access/roles/contract.ts";
import classes from "#features/access/roles/web/RoleMenu.module.css";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { useRead } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconMenu2 } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The menu of a user with only this role, besides the items that all users have. */
export function RoleMenu({ id }: { readonly id: string }) {
  const t = useMessages("roles");
  const language = useLanguage();
  const { menuTitles } = use(KnownScreensContext);
  const titled = (english: string) => (language === "en" ? english : (menuTitles[english]?.[language] ?? english));
  const { data, error, refetch, isFetching } = useRead(roles.menu, { id });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} rowPx={40} />;
  if (data.sections.length === 0)
    return <EmptyState icon={<IconMenu2 size={24} aria-hidden />} title={t("menu.none")} text={t("menu.noneText")} />;
  return (
    <section className={classes.menu} aria-label={t("tabs.menu")}>
      <p>{t("menu.lead")}</p>
      {data.sections.map((section) => (
        <div key={section.id} className={classes.section}>
          <h2>{titled(section.title)}</h2>
          <ul>
            {section.entries.map((entry) => (
              <li key={entry.id}>
                <span>{titled(entry.title)}</span>
                <small>
                  {entry.permission.includes(".") ? permissionTitle(entry.permission, language) : t("menu.everybody")}
                </small>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
