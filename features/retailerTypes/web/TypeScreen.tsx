import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { retailerTypes } from "#features/retailerTypes/contract.ts";
import { TypeRecord } from "#features/retailerTypes/web/TypeRecord.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const TypeCreation = lazy(() =>
  import("#features/retailerTypes/web/TypeCreation.tsx").then((module) => ({ default: module.TypeCreation })),
);

/** One retailer type, or a new one. */
export function TypeScreen() {
  const { retailerTypeId }: { retailerTypeId?: string } = useParams({ strict: false });
  return retailerTypeId ? <ExistingType key={retailerTypeId} id={retailerTypeId} /> : <NewType />;
}

function ExistingType({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(retailerTypes.get, { id });
  if (data) return <TypeRecord type={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewType() {
  // Made here and sent with every attempt, so that a second click or a lost answer makes no second type.
  const [id] = useState(newId);
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      <TypeCreation id={id} />
    </Suspense>
  );
}
