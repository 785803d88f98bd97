import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { certifiers } from "#features/halal/certifiers/contract.ts";
import { BodyRecord } from "#features/halal/certifiers/web/BodyRecord.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const BodyCreation = lazy(() =>
  import("#features/halal/certifiers/web/BodyCreation.tsx").then((module) => ({ default: module.BodyCreation })),
);

/** One certifying body, or a new one. */
export function BodyScreen() {
  const { bodyId }: { bodyId?: string } = useParams({ strict: false });
  // Made here and sent with every attempt, so that a second click or a lost answer makes no second body.
  const [freshId] = useState(newId);
  if (bodyId) return <ExistingBody key={bodyId} id={bodyId} />;
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      <BodyCreation id={freshId} />
    </Suspense>
  );
}

function ExistingBody({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(certifiers.get, { id });
  if (data) return <BodyRecord body={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}
