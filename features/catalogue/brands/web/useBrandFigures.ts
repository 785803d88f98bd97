import { useQuery } from "@tanstack/react-query";
import { brands } from "#features/catalogue/brands/contract.ts";
import type { BrandFigures } from "#features/catalogue/brands/contract/figures.ts";
import { brandLimits } from "#features/catalogue/brands/fields.ts";
import { call, type Transport } from "#web/call.ts";
import { keyOf } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** The same freshness as other reads (web/operations.ts). */
const staleMs = 30_000;

/** Product figures of a brand; undefined while loading. One call reads those of all brands on a page. */
export function useBrandFigures(brandId: string): Figures | undefined {
  const { transport, queryClient } = useApiClient();
  const { data } = useQuery(
    {
      queryKey: keyOf(brands.figures, { brandIds: [brandId] }),
      queryFn: () => askFor(transport, brandId),
      staleTime: staleMs,
    },
    queryClient,
  );
  return data;
}

type Figures = Omit<BrandFigures, "brandId">;
type PendingFigure = {
  readonly brandId: string;
  readonly resolve: (figures: Figures) => void;
  readonly reject: (error: unknown) => void;
};

const batchesByTransport = new WeakMap<Transport, PendingFigure[]>();

/** Cells render one by one and each reads its own; the reads of one tick are combined. */
function askFor(transport: Transport, brandId: string): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const waiting = batchesByTransport.get(transport);
    if (waiting) return void waiting.push({ brandId, resolve, reject });
    batchesByTransport.set(transport, [{ brandId, resolve, reject }]);
    queueMicrotask(() => {
      const requested = batchesByTransport.get(transport) ?? [];
      batchesByTransport.delete(transport);
      for (let from = 0; from < requested.length; from += brandLimits.figuresMax)
        void read(transport, requested.slice(from, from + brandLimits.figuresMax));
    });
  });
}

async function read(transport: Transport, requested: readonly PendingFigure[]): Promise<void> {
  try {
    const { rows } = await call(transport, brands.figures, { brandIds: requested.map(({ brandId }) => brandId) });
    const found = new Map(rows.map((row) => [row.brandId, row]));
    for (const { brandId, resolve } of requested)
      resolve(found.get(brandId) ?? { products: 0, certifiable: 0, certified: 0 });
  } catch (error) {
    for (const { reject } of requested) reject(error);
  }
}
