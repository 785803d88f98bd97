import { useQuery } from "@tanstack/react-query";
import type { World } from "#features/retail/retailers/locations/rules/worldOutline.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Coasts, borders and extents of countries; null until they have arrived. */
export function useWorld(): World | null {
  const { queryClient } = useApiClient();
  const { data } = useQuery(
    {
      queryKey: ["world outline"],
      queryFn: async () => {
        const [atlas, { worldOf }] = await Promise.all([
          import("world-atlas/countries-50m.json"),
          import("#features/retail/retailers/locations/rules/worldOutline.ts"),
        ]);
        return worldOf(atlas as unknown as Parameters<typeof worldOf>[0]);
      },
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  return data ?? null;
}
