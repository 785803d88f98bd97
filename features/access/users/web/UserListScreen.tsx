import { type ComponentProps, lazy, useMemo } from "react";
import type { Output } from "#base/contract.ts";
import { users, userSorts } from "#features/access/users/contract.ts";
import type { UserRow } from "#features/access/users/contract/people.ts";
import { userCategories, userStatuses } from "#features/access/users/rules.ts";
import type { RoleChoice as LoadedChoice } from "#features/access/users/rights/web/RoleChoice.tsx";
import { UserStatusBadge } from "#features/access/users/record/web/UserStatusBadge.tsx";
import { countryName, formatDate, formatDateTime } from "#web/formats.ts";
import type { BulkActions } from "#web/list/bulk.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import { type CellContext, type Column, defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { statusTotals } from "#web/list/statusTotals.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import type { Language } from "#web/screens.ts";
import { useRead } from "#web/operations.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconLogout, IconPlayerPause, IconPlayerPlay, IconUserCircle } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

type Choices = Output<typeof users.choices>;

const comma = (language: Language) => (language === "ar" ? "، " : ", ");

const rolesText = ({ roles }: UserRow, { language, t }: CellContext<MessageKey<"users">>) =>
  roles
    .map(({ title, titleI18n, isValid }) => (isValid ? "" : `${t("notValidNow")} `) + (titleI18n[language] ?? title))
    .join(comma(language));

const scopeText = (
  { kind, target, label }: Pick<UserRow["scopes"][number], "kind" | "target" | "label">,
  language: Language,
) => (kind === "country" ? countryName(language, target) : (label ?? "…"));

const badge = ({ status }: UserRow, { t }: CellContext<MessageKey<"users">>) => (
  <UserStatusBadge status={status}>{t(`status.${status}`)}</UserStatusBadge>
);

type UserSort = (typeof userSorts)[number];
type UserColumns = readonly [
  Column<UserRow, UserSort, never, MessageKey<"users">>,
  ...Column<UserRow, UserSort, never, MessageKey<"users">>[],
];

const columns: UserColumns = [
  { id: "name", sort: "name", cell: ({ name }) => <bdi>{name}</bdi> },
  { id: "email", width: textWidth, sort: "email", isQuiet: true, cell: ({ email }) => <bdi dir="ltr">{email}</bdi> },
  { id: "status", cell: badge },
  { id: "roles", width: textWidth, cell: (row, context) => <bdi>{rolesText(row, context)}</bdi> },
  {
    id: "scopes",
    width: textWidth,
    cell: ({ scopes: bound }, { language }) => (
      <bdi>{bound.map((scope) => scopeText(scope, language)).join(comma(language))}</bdi>
    ),
  },
  { id: "category", isHidden: true, cell: ({ category }, { t }) => t(`category.${category}`) },
  {
    id: "lastSignInAt",
    sort: "lastSignIn",
    firstDirection: "desc",
    cell: ({ lastSignInAt }, { language, t }) => (lastSignInAt ? formatDateTime(language, lastSignInAt) : t("never")),
  },
  { id: "hasSecondFactor", cell: ({ hasSecondFactor }, { t }) => t(hasSecondFactor ? "yes" : "no") },
  {
    id: "createdAt",
    sort: "createdAt",
    firstDirection: "desc",
    isHidden: true,
    cell: ({ createdAt }, { language }) => formatDate(language, createdAt),
  },
];

// Of the kit's weight, and seldom asked for.
const RoleChoice = lazy(() =>
  import("#features/access/users/rights/web/RoleChoice.tsx").then((module) => ({ default: module.RoleChoice })),
);

const bulk: BulkActions<MessageKey<"users">> = {
  preview: users.previewStatuses,
  apply: users.applyStatuses,
  actions: [
    {
      id: "addRole",
      icon: IconUserCircle,
      input: {},
      operations: { preview: users.previewRole, apply: users.applyRole },
      Choice: (props: ComponentProps<typeof LoadedChoice>) => <RoleChoice {...props} />,
    },
    {
      id: "signOut",
      icon: IconLogout,
      input: {},
      operations: { preview: users.previewSignOut, apply: users.applySignOut },
    },
    { id: "disable", icon: IconPlayerPause, input: { to: "disabled" }, needsReason: true },
    { id: "enable", icon: IconPlayerPlay, input: { to: "active" } },
  ],
  refreshes: [users.list, users.countByStatus, users.get, users.activity],
};

/** The list as it is with these roles and scopes to narrow it by. */
const listWith = ({ roles, scopes }: Choices) => {
  const titleOf = (code: string, language: Language) => {
    const role = roles.find((each) => each.code === code);
    return role?.titleI18n[language] ?? role?.title ?? code;
  };
  const scopeOf = (code: string, language: Language) => {
    const scope = scopes.find(({ kind, target }) => `${kind}:${target}` === code);
    return scope ? scopeText(scope, language) : code;
  };
  return defineList({
    name: "users",
    operation: users.list,
    path: "/apps/user/users",
    nameOf: ({ name }) => name,
    picture: ({ name }, size) => <Avatar name={name} size={size === "small" ? 24 : 40} />,
    columns,
    card: {
      facts: (row, context) => [
        <bdi key="email" dir="ltr">
          {row.email}
        </bdi>,
        <bdi key="roles">{rolesText(row, context)}</bdi>,
      ],
      mark: badge,
    },
    filters: [
      { kind: "choice", name: "status", codes: userStatuses },
      { kind: "choice", name: "role", codes: roles.map(({ code }) => code), wordOf: titleOf },
      { kind: "choice", name: "category", codes: userCategories },
      {
        kind: "choice",
        name: "scope",
        codes: scopes.map(({ kind, target }) => `${kind}:${target}`),
        wordOf: scopeOf,
      },
      { kind: "flag", name: "neverSignedIn" },
    ],
    views: userStatuses
      .filter((status) => status !== "erased")
      .map((status) => ({ id: status, filters: { status: [status] } })),
    counts: { operation: users.countByStatus, totalsOf },
    sorts: userSorts,
    initialOrder: { sort: "name", direction: "asc" },
    read: users.get,
    create: users.invite,
    update: users.update,
    exporting: users.exportCsv,
    bulk,
  });
};

/** People who may sign in. The roles and scopes there are come first: a link may narrow by any of them. */
export function UserListScreen() {
  const { data, error, refetch, isFetching } = useRead(users.choices, {});
  const list = useMemo(() => data && listWith(data), [data]);
  if (list) return <RecordList list={list} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={12} />;
}

/** The main view's total leaves erased users out, as the list does without a filter. */
function totalsOf(answer: unknown) {
  const { byStatus } = answer as Output<typeof users.countByStatus>;
  return statusTotals(byStatus, { leftOut: ["erased"] });
}
