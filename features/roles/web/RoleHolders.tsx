import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type RoleHolder, roles } from "#features/roles/contract.ts";
import classes from "#features/roles/web/RoleHolders.module.css";
import { formatDate, formatNumber } from "#web/formats.ts";
import { call } from "#web/call.ts";
import { keyOf } from "#web/operations.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconUsers } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useReach } from "#web/useReach.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** Who has a role, who gave it, and until when. */
export function RoleHolders({ id }: { readonly id: string }) {
  const t = useWords("roles");
  const language = useLanguage();
  const { transport, queryClient } = useReach();
  const query = useInfiniteQuery(
    {
      queryKey: keyOf(roles.holders, { id }),
      queryFn: ({ pageParam, signal }) =>
        call(transport, roles.holders, pageParam === null ? { id } : { id, after: pageParam }, { signal }),
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
  const hidden = t("holders.hidden", { count: hiddenCount, figure: formatNumber(language, hiddenCount) });
  if (holders.length === 0) {
    return (
      <EmptyState
        icon={<IconUsers size={24} aria-hidden />}
        title={t("holders.none")}
        text={hiddenCount > 0 ? hidden : t("holders.noneText")}
      />
    );
  }
  return (
    <section className={classes.holders} aria-label={t("tabs.users")}>
      <ul>
        {holders.map((holder) => (
          <Holder key={holder.userId} holder={holder} />
        ))}
      </ul>
      {hiddenCount > 0 && <p className={classes.hidden}>{hidden}</p>}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("holders.more")}
        </Button>
      )}
    </section>
  );
}

function Holder({ holder }: { readonly holder: RoleHolder }) {
  const t = useWords("roles");
  const language = useLanguage();
  const day = (at: string) => formatDate(language, at);
  const { validFrom, validTo, grantedAt, grantedBy, isValidNow, isOver } = holder;
  const period = isValidNow
    ? validTo
      ? t("holders.until", { day: day(validTo) })
      : t("holders.endless")
    : isOver && validTo
      ? t("holders.ended", { day: day(validTo) })
      : t("holders.from", { day: day(validFrom ?? grantedAt) });
  return (
    <li data-later={!isValidNow || undefined}>
      <Avatar name={holder.name} />
      <span className={classes.who}>
        <Link to={`/apps/user/users/${holder.userId}`}>
          <bdi>{holder.name}</bdi>
        </Link>
        <bdi dir="ltr">{holder.email}</bdi>
      </span>
      <span className={classes.when}>
        <span>{period}</span>
        <small>
          {grantedBy
            ? t("holders.grantedBy", { who: grantedBy, day: day(grantedAt) })
            : t("holders.granted", { day: day(grantedAt) })}
        </small>
      </span>
    </li>
  );
}
