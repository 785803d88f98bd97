import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Operation, Output } from "#base/contract.ts";
import { call } from "#web/call.ts";
import styles from "#web/list/HolderList.module.css";
import { keyOf } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconUsers } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useApiClient } from "#web/useApiClient.ts";

type Holder = { readonly userId: string };
type HolderPage<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean; readonly hiddenCount: number };
type HolderOf<Op extends Operation> = Output<Op> extends HolderPage<infer Row> ? Row & Holder : never;

type HolderListProps<Op extends Operation> = {
  /** Takes `id` and `after`; returns users by name, and how many the caller may not see. */
  readonly operation: Op;
  /** The id of what they hold. */
  readonly id: string;
  readonly label: string;
  readonly none: string;
  readonly noneText?: string;
  readonly moreLabel: string;
  readonly hiddenText: (count: number) => string;
  readonly children: (holder: HolderOf<Op>) => ReactNode;
};

/** The users who hold something, loaded page by page. `children` draws each one as a list item. */
export function HolderList<Op extends Operation>(props: HolderListProps<Op>) {
  const { label, none, noneText, moreLabel, hiddenText, children } = props;
  const { data, error, refetch, isFetching, ...query } = useHolders(props);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} rowPx={56} />;
  const holders = data.pages.flatMap(({ rows }) => rows);
  const hiddenCount = data.pages[0]?.hiddenCount ?? 0;
  const hidden = hiddenCount > 0 ? hiddenText(hiddenCount) : null;
  if (holders.length === 0) {
    const text = hidden ?? noneText;
    return (
      <EmptyState icon={<IconUsers size={24} aria-hidden />} title={none} {...(text === undefined ? {} : { text })} />
    );
  }
  return (
    <section className={styles.holders} aria-label={label}>
      <ul>{holders.map(children)}</ul>
      {hidden && <p>{hidden}</p>}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {moreLabel}
        </Button>
      )}
    </section>
  );
}

function useHolders<Op extends Operation>({ operation, id }: Pick<HolderListProps<Op>, "operation" | "id">) {
  const { transport, queryClient } = useApiClient();
  return useInfiniteQuery(
    {
      queryKey: keyOf(operation as Operation, { id }),
      queryFn: async ({ pageParam, signal }) => {
        const input = pageParam === null ? { id } : { id, after: pageParam };
        return (await call(transport, operation as Operation, input, { signal })) as HolderPage<HolderOf<Op>>;
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ rows, hasMore }) => (hasMore ? (rows.at(-1)?.userId ?? null) : null),
    },
    queryClient,
  );
}
