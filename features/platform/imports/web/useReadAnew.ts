import { useEffect } from "react";
import { useApiClient } from "#web/useApiClient.ts";

/**
 * Queries that were read before the import are out of date: the area's list, its counts, and everything else that shows
 * its records.
 */
export function useReadAnew(): void {
  const { queryClient } = useApiClient();
  useEffect(() => {
    void queryClient.invalidateQueries();
  }, [queryClient]);
}
