import { type PermissionRow, permissionSorts, permissions } from "#features/access/permissions/contract.ts";
import { actionTitle, permissionTitle, resourceGroups, resourceTitle } from "#features/access/permissions/rules.ts";
import { DangerMark } from "#features/access/permissions/web/DangerMark.tsx";
import { MenuPlace } from "#features/access/permissions/web/MenuPlace.tsx";
import { formatNumber } from "#web/formats.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import { type CellContext, defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import { IconInfoCircle } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

const danger = ({ isDangerous }: PermissionRow, { t }: CellContext<MessageKey<"permissions">>) =>
  isDangerous && <DangerMark>{t("dangerous")}</DangerMark>;

const permissionList = defineList({
  name: "permissions",
  operation: permissions.list,
  path: "/apps/permission/permissions",
  nameOf: ({ id }, language) => permissionTitle(id, language),
  columns: [
    { id: "title", sort: "resource", cell: ({ id }, { language }) => permissionTitle(id, language) },
    { id: "id", width: textWidth, sort: "id", isQuiet: true, cell: ({ id }) => <bdi dir="ltr">{id}</bdi> },
    { id: "resource", width: textWidth, cell: ({ resource }, { language }) => resourceTitle(resource, language) },
    { id: "action", cell: ({ action }, { language }) => actionTitle(action, language) },
    { id: "menu", width: textWidth, cell: ({ menu }) => menu.length > 0 && <MenuPlace menu={menu} /> },
    { id: "isDangerous", cell: danger },
    {
      id: "rolesCount",
      isFigure: true,
      cell: ({ rolesCount }, { language }) => formatNumber(language, rolesCount),
    },
    {
      id: "usersCount",
      isFigure: true,
      cell: ({ usersCount }, { language }) => formatNumber(language, usersCount),
    },
  ],
  card: {
    facts: (row, { t, language }) => [
      <bdi key="code" dir="ltr">
        {row.id}
      </bdi>,
      t("roles.people", { count: row.usersCount, figure: formatNumber(language, row.usersCount) }),
    ],
    mark: danger,
  },
  filters: [
    { kind: "choice", name: "group", codes: resourceGroups },
    { kind: "flag", name: "isDangerous" },
  ],
  views: [{ id: "dangerous", filters: { isDangerous: true } }],
  sorts: permissionSorts,
  initialOrder: { sort: "resource", direction: "asc" },
  read: permissions.get,
  rowLinks: [
    {
      id: "why",
      operation: permissions.explain,
      to: ({ id }) => ({ to: "/apps/permission/why", search: { permission: id } }),
    },
  ],
});

export function PermissionListScreen() {
  const t = useMessages("permissions");
  return (
    <RecordList
      list={permissionList}
      actions={
        <LinkButton
          operation={permissions.explain}
          to="/apps/permission/why"
          variant="default"
          leftSection={<IconInfoCircle size={18} stroke={1.75} aria-hidden />}
        >
          {t("why")}
        </LinkButton>
      }
    />
  );
}
