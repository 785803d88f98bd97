import { useParams } from "@tanstack/react-router";
import { retailers } from "#features/retail/retailers/contract.ts";
import { RetailerRecord } from "#features/retail/retailers/web/RetailerRecord.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

/** One retailer, whichever part of it the address names. */
export function RetailerScreen() {
  const { retailerId = "" }: { retailerId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(retailers.get, { id: retailerId });
  if (data) return <RetailerRecord key={retailerId} retailer={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}
