import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type PermissionHolder, permissions } from "#features/permissions/contract.ts";
import classes from "#features/permissions/web/PermissionRoles.module.css";
import { call } from "#web/call.ts";
import { formatNumber } from "#web/formats.ts";
import { keyOf } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useReach } from "#web/useReach.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** Who has a permission at this moment, by which roles and how far; each with the way to the reasons. */
export function PermissionHolders({ id }: { readonly id: string }) {
  const t = useWords("permissions");
  const language = useLanguage();
  const { transport, queryClient } = useReach();
  const query = useInfiniteQuery(
    {
      queryKey: keyOf(permissions.holders, { id }),
      queryFn: ({ pageParam, signal }) =>
        call(transport, permissions.holders, pageParam === null ? { id } : { id, after: pageParam }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ rows, hasMore }) => (hasMore ? (rows.at(-1)?.userId ?? null) : null),
    },
    queryClient,
  );
  const { data, error, refetch, isFetching } = query;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} rowPx={56} />;
  const holders = data.pages.flatMap(({ rows }) => rows);
  const hiddenCount = data.pages[0]?.hiddenCount ?? 0;
  return (
    <>
      {holders.length === 0 ? (
        <EmptyState title={t("users.none")} />
      ) : (
        <ul className={classes.list} aria-label={t("tabs.users")}>
          {holders.map((holder) => (
            <Holder key={holder.userId} permission={id} holder={holder} />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {hiddenCount > 0 && (
          <p>{t("users.hidden", { count: hiddenCount, figure: formatNumber(language, hiddenCount) })}</p>
        )}
        {query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t("users.more")}
          </Button>
        )}
      </div>
    </>
  );
}

type HolderProps = { readonly permission: string; readonly holder: PermissionHolder };

function Holder({ permission, holder: { userId, name, email, limits, roles } }: HolderProps) {
  const t = useWords("permissions");
  const language = useLanguage();
  const titles = roles.map(({ title, titleI18n }) => titleI18n[language] ?? title).join(t("comma"));
  return (
    <li>
      <span className={classes.main}>
        <Link to={`/apps/user/users/${userId}`}>
          <bdi>{name}</bdi>
        </Link>
        <small>
          <bdi dir="ltr">{email}</bdi>
        </small>
      </span>
      <span className={classes.main}>
        {limits.map((limit) => t(`reach.${limit}`)).join(t("comma"))}
        <small>{t("users.by", { roles: titles })}</small>
      </span>
      <LinkButton
        to="/apps/permission/why"
        search={{ person: userId, permission }}
        operation={permissions.explain}
        variant="subtle"
        size="compact-sm"
      >
        {t("users.why")}
      </LinkButton>
    </li>
  );
}
