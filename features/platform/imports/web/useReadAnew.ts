import { useEffect } from "react";
import { useReach } from "#web/useReach.ts";

/** What was read before the import is out of date: the area's list, its counts, and whatever else shows its records. */
export function useReadAnew(): void {
  const { queryClient } = useReach();
  useEffect(() => {
    void queryClient.invalidateQueries();
  }, [queryClient]);
}
