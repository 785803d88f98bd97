import { useEffect } from "react";
import { useApiClient } from "#web/useApiClient.ts";

/** What was read before the import is out of date: the area's list, its counts, and whatever else shows its records. */
export function useReadAnew(): void {
  const { queryClient } = useApiClient();
  useEffect(() => {
    void queryClient.invalidateQueries();
  }, [queryClient]);
}
