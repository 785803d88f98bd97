import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { minuteMs } from "#base/time.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Screens that finish a task invalidate this. */
export const menuCountsKey = ["menuCounts"];

/**
 * The number of open tasks behind a menu entry, at most a minute old; null if nothing is counted or nothing is open.
 */
export function useMenuCount(path: string): number | null {
  const { menuCounts } = use(KnownScreensContext);
  const { transport, queryClient } = useApiClient();
  const count = menuCounts[path];
  const { data } = useQuery(
    {
      queryKey: [...menuCountsKey, path],
      queryFn: () => count!(transport),
      enabled: count !== undefined,
      refetchInterval: minuteMs,
      retry: false,
    },
    queryClient,
  );
  return data || null;
}
