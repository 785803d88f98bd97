import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { standards } from "#features/certifiers/contract.ts";
import { StandardRecord } from "#features/standards/web/StandardRecord.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const StandardCreation = lazy(() =>
  import("#features/standards/web/StandardCreation.tsx").then((module) => ({ default: module.StandardCreation })),
);

/** One edition of a standard, or a new one. */
export function StandardScreen() {
  const { standardId }: { standardId?: string } = useParams({ strict: false });
  return standardId ? <ExistingStandard key={standardId} id={standardId} /> : <NewStandard />;
}

function ExistingStandard({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(standards.get, { id });
  if (data) return <StandardRecord standard={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewStandard() {
  // Made here and sent with every attempt, so that a second click or a lost answer makes no second standard.
  const [id] = useState(newId);
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      <StandardCreation id={id} />
    </Suspense>
  );
}
