import { type RoleRow, roleSorts, roles } from "#features/access/roles/contract.ts";
import { roleDescription } from "#features/access/roles/rules.ts";
import { RoleBadge } from "#features/access/roles/web/RoleBadge.tsx";
import { formatDate, formatNumber } from "#web/formats.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import { type CellContext, defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import type { Language } from "#web/screens.ts";
import { IconGitCompare } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

const titleOf = ({ title, titleI18n }: Pick<RoleRow, "title" | "titleI18n">, language: Language) =>
  titleI18n[language] ?? title;

const category = ({ userCategoryId }: RoleRow, { t }: CellContext<MessageKey<"roles">>) =>
  userCategoryId === null
    ? t("anyCategory")
    : t(`userCategory.${userCategoryId}`, { defaultValue: String(userCategoryId) });

const roleList = defineList({
  name: "roles",
  operation: roles.list,
  path: "/apps/role/roles",
  nameOf: titleOf,
  columns: [
    { id: "title", sort: "title", cell: (row, { language }) => <bdi>{titleOf(row, language)}</bdi> },
    { id: "userCategoryId", width: textWidth, cell: category },
    {
      id: "usersCount",
      isFigure: true,
      cell: ({ usersCount }, { language }) => formatNumber(language, usersCount),
    },
    {
      id: "permissionsCount",
      isFigure: true,
      cell: ({ permissionsCount }, { language }) => formatNumber(language, permissionsCount),
    },
    { id: "isSystem", cell: ({ isSystem }, { t }) => isSystem && <RoleBadge>{t("system")}</RoleBadge> },
    {
      id: "updatedAt",
      sort: "updatedAt",
      firstDirection: "desc",
      cell: ({ updatedAt }, { language }) => formatDate(language, updatedAt),
    },
    { id: "code", isQuiet: true, isHidden: true, cell: ({ code }) => <bdi>{code}</bdi> },
    {
      id: "description",
      width: textWidth,
      isHidden: true,
      cell: (row, { language }) => <bdi>{roleDescription(row, language)}</bdi>,
    },
    {
      id: "needsSecondFactor",
      isHidden: true,
      cell: ({ needsSecondFactor }, { t }) => needsSecondFactor && t("needed"),
    },
    {
      id: "createdAt",
      sort: "createdAt",
      firstDirection: "desc",
      isHidden: true,
      cell: ({ createdAt }, { language }) => formatDate(language, createdAt),
    },
  ],
  card: {
    facts: (row, context) => [
      category(row, context),
      [
        context.t("people", { count: row.usersCount, figure: formatNumber(context.language, row.usersCount) }),
        context.t("grantsCount", {
          count: row.permissionsCount,
          figure: formatNumber(context.language, row.permissionsCount),
        }),
      ].join(" · "),
    ],
    mark: ({ isSystem }, { t }) => isSystem && <RoleBadge>{t("system")}</RoleBadge>,
  },
  filters: [
    { kind: "flag", name: "isSystem" },
    { kind: "choice", name: "userCategory", codes: ["1", "2", "3", "4", "5", "6"] },
    { kind: "flag", name: "needsSecondFactor" },
  ],
  views: [
    { id: "own", filters: { isSystem: false } },
    { id: "system", filters: { isSystem: true } },
  ],
  sorts: roleSorts,
  initialOrder: { sort: "title", direction: "asc" },
  read: roles.get,
  create: roles.create,
  update: roles.update,
  remove: roles.remove,
  exporting: roles.exportCsv,
  rowLinks: [
    {
      id: "duplicate",
      operation: roles.create,
      to: ({ id }) => ({ to: "/apps/role/roles/new", search: { copyOf: id } }),
    },
    { id: "compare", operation: roles.grantable, to: ({ id }) => ({ to: "/apps/role/compare", search: { left: id } }) },
  ],
});

export function RoleListScreen() {
  const t = useMessages("roles");
  return (
    <RecordList
      list={roleList}
      actions={
        <LinkButton
          operation={roles.grantable}
          to="/apps/role/compare"
          variant="default"
          leftSection={<IconGitCompare size={18} stroke={1.75} aria-hidden />}
        >
          {t("compare.button")}
        </LinkButton>
      }
    />
  );
}
