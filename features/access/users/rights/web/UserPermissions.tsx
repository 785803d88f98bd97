import { Button } from "@mantine/core";
import { permissions } from "#features/access/permissions/contract.ts";
import { actionTitle, resourceTitle } from "#features/access/permissions/rules.ts";
import { session } from "#features/access/session/contract.ts";
import { users } from "#features/access/users/contract.ts";
import type { EffectivePermission, User } from "#features/access/users/contract/people.ts";
import classes from "#features/access/users/rights/web/UserPermissions.module.css";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconAlertTriangle, IconEye, IconShieldLock } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useViewAs } from "#web/useViewAs.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What a person may do at this moment, how far it reaches, and which role says so. */
export function UserPermissions({ user }: { readonly user: User }) {
  const t = useMessages("users");
  const language = useLanguage();
  const { data, error, refetch, isFetching } = useRead(users.permissions, { id: user.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} rowPx={56} />;
  if (data.rows.length === 0) {
    return (
      <EmptyState
        icon={<IconShieldLock size={24} aria-hidden />}
        title={t("permissions.none")}
        text={t("permissions.noneText")}
        action={<ThroughTheirEyes user={user} />}
      />
    );
  }
  const resources = [...new Set(data.rows.map(({ resource }) => resource))];
  return (
    <div className={classes.resources}>
      <div className={classes.head}>
        <p className={classes.lead}>{t(user.status === "active" ? "permissions.lead" : "permissions.leadAway")}</p>
        <ThroughTheirEyes user={user} />
      </div>
      {resources.map((resource) => (
        <section key={resource} className={classes.resource} aria-labelledby={`resource-${resource}`}>
          <h2 id={`resource-${resource}`}>{resourceTitle(resource, language)}</h2>
          <ul>
            {data.rows
              .filter((row) => row.resource === resource)
              .map((row) => (
                <PermissionLine key={row.permission} row={row} user={user} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Why they may or may not do something, and what they see. */
function ThroughTheirEyes({ user }: { readonly user: User }) {
  const t = useMessages("users");
  const can = useCan();
  const viewAs = useViewAs();
  return (
    <>
      <LinkButton
        to="/apps/permission/why"
        search={{ person: user.id }}
        operation={permissions.explain}
        variant="default"
        size="sm"
      >
        {t("permissions.why")}
      </LinkButton>
      {can(session.startViewAs) && user.status === "active" && !user.isOwn && (
        <Button
          variant="default"
          size="sm"
          loading={viewAs.isPending}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => void viewAs.start({ userId: user.id })}
        >
          {t("permissions.viewAs")}
        </Button>
      )}
    </>
  );
}

function PermissionLine({ row, user }: { readonly row: EffectivePermission; readonly user: User }) {
  const t = useMessages("users");
  const language = useLanguage();
  const titleOf = (code: string) => {
    const role = user.roles.find((each) => each.code === code);
    return role?.titleI18n[language] ?? role?.title ?? code;
  };
  return (
    <li>
      <div className={classes.what}>
        <span>
          {actionTitle(row.action, language)}
          {row.isDangerous && <IconAlertTriangle size={16} aria-label={t("permissions.dangerous")} />}
        </span>
        <code dir="ltr">{row.permission}</code>
      </div>
      <div className={classes.limits}>
        {row.limits.map(({ limit, roles }) => (
          <div key={limit}>
            {t(`limits.${limit}`)}
            <small>{t("permissions.by", { roles: roles.map(titleOf).join(language === "ar" ? "، " : ", ") })}</small>
          </div>
        ))}
      </div>
    </li>
  );
}
