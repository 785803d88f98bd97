import { type InfiniteData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Output } from "#base/contract.ts";
import { minuteMs } from "#base/time.ts";
import { notifications } from "#features/platform/notifications/contract.ts";
import { call } from "#web/call.ts";
import { keyOf, readOptions, refresh } from "#web/operations.ts";
import { type ApiClient, useApiClient } from "#web/useApiClient.ts";

type Unread = Output<typeof notifications.unread>;
type Page = Output<typeof notifications.list>;
type Show = "unread" | "all";

const everyMs = minuteMs;

/** The count of the bell. The event stream says when it changed; without the stream it is read again each minute. */
export function useUnread(): Unread | undefined {
  const { transport, queryClient } = useApiClient();
  const { data } = useQuery(
    {
      ...readOptions(transport, notifications.unread, {}),
      staleTime: 0,
      refetchInterval: everyMs,
      refetchOnWindowFocus: "always",
    },
    queryClient,
  );
  return data;
}

export function useNotificationList(show: Show) {
  const { transport, queryClient } = useApiClient();
  return useInfiniteQuery(
    {
      queryKey: listKey(show),
      queryFn: ({ pageParam, signal }) =>
        call(transport, notifications.list, { show, ...(pageParam ? { before: pageParam } : {}) }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ rows, hasMore }: Page) => (hasMore ? rows.at(-1)!.id : null),
      staleTime: 0,
    },
    queryClient,
  );
}

const listKey = (show: Show) => keyOf(notifications.list, { show });

/** What the user reads is read at once, on all pages of this browser. The server says later whether it agrees. */
export function useReading(): { readonly read: (ids: readonly string[]) => void; readonly readAll: () => void } {
  const client = useApiClient();
  const { transport, queryClient } = client;
  const onSettled = useCallback(() => {
    void announce(client);
  }, [client]);
  const { mutate: markRead } = useMutation(
    {
      mutationFn: (ids: readonly string[]) => call(transport, notifications.markRead, { ids: [...ids] }),
      onMutate: (ids: readonly string[]) => showRead(client, (id) => ids.includes(id)),
      onSettled,
    },
    queryClient,
  );
  const { mutate: markAllRead } = useMutation(
    {
      mutationFn: (until: string) => call(transport, notifications.markAllRead, { until }),
      onMutate: () => showRead(client, () => true),
      onSettled,
    },
    queryClient,
  );
  return useMemo(
    () => ({
      read: (ids) => markRead(ids),
      // Until the latest that the user has seen, so that one that comes now stays unread.
      readAll: () => {
        const latest = shownRows(client)
          .map(({ at }) => at)
          .sort()
          .at(-1);
        if (latest !== undefined) markAllRead(latest);
      },
    }),
    [client, markRead, markAllRead],
  );
}

const shownRows = ({ queryClient }: ApiClient) =>
  queryClient
    .getQueriesData<InfiniteData<Page>>({ queryKey: [keyOf(notifications.list, {})[0]] })
    .flatMap(([, data]) => data?.pages.flatMap(({ rows }) => rows) ?? []);

function showRead(client: ApiClient, isMeant: (id: string) => boolean): void {
  const { queryClient } = client;
  const gone = new Set(
    shownRows(client)
      .filter(({ id, isRead }) => !isRead && isMeant(id))
      .map(({ id }) => id),
  );
  queryClient.setQueryData<Unread>(keyOf(notifications.unread, {}), (known) =>
    known ? { ...known, count: Math.max(0, known.count - gone.size) } : known,
  );
  for (const show of ["unread", "all"] as const)
    queryClient.setQueryData<InfiniteData<Page>>(listKey(show), (known) =>
      known
        ? {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              rows: page.rows.map((row) => (gone.has(row.id) ? { ...row, isRead: true } : row)),
            })),
          }
        : known,
    );
}

/** Other changes arrive by the event stream. */
const announce = ({ queryClient }: ApiClient) => refresh(queryClient, [notifications.unread, notifications.list]);
