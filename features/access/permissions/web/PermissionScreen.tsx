import { useParams } from "@tanstack/react-router";
import { type Permission, permissions } from "#features/access/permissions/contract.ts";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { DangerMark } from "#features/access/permissions/web/DangerMark.tsx";
import { PermissionDetails } from "#features/access/permissions/web/PermissionDetails.tsx";
import { PermissionHolders } from "#features/access/permissions/web/PermissionHolders.tsx";
import { PermissionRoles } from "#features/access/permissions/web/PermissionRoles.tsx";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconInfoCircle } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const tabs = ["details", "roles", "users"] as const;

/** One permission: the operations that require it, the roles that grant it, and the users who have it. */
export function PermissionScreen() {
  const { permissionId = "" }: { permissionId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(permissions.get, { id: permissionId });
  if (data) return <PermissionRecord key={data.id} permission={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={48} />;
}

function PermissionRecord({ permission }: { readonly permission: Permission }) {
  const t = useMessages("permissions");
  const language = useLanguage();
  const [tab, setTab] = useSearchParam("tab");
  const current = tabs.find((name) => name === tab) ?? "details";
  const figures = { details: undefined, roles: permission.rolesCount, users: permission.usersCount };
  return (
    <RecordPage
      list={{ name: "permissions", title: t("title"), path: "/apps/permission/permissions" }}
      id={permission.id}
      title={permissionTitle(permission.id, language)}
      crumb={permission.id}
      badge={permission.isDangerous && <DangerMark>{t("dangerous")}</DangerMark>}
      facts={<bdi dir="ltr">{permission.id}</bdi>}
      actions={
        <LinkButton
          to="/apps/permission/why"
          search={{ permission: permission.id }}
          operation={permissions.explain}
          variant="default"
          leftSection={<IconInfoCircle size={18} stroke={1.75} aria-hidden />}
        >
          {t("why")}
        </LinkButton>
      }
      tabs={{
        all: tabs.map((name) => ({
          name,
          title: t(`tabs.${name}`),
          ...(figures[name] === undefined ? {} : { count: formatNumber(language, figures[name]) }),
        })),
        current,
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
    >
      {current === "details" && <PermissionDetails permission={permission} />}
      {current === "roles" && <PermissionRoles permission={permission} />}
      {current === "users" && <PermissionHolders id={permission.id} />}
    </RecordPage>
  );
}
