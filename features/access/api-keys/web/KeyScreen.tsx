import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { apiKeys } from "#features/access/api-keys/contract.ts";
import { KeyRecord } from "#features/access/api-keys/web/KeyRecord.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const KeyCreation = lazy(() =>
  import("#features/access/api-keys/web/KeyCreation.tsx").then((module) => ({ default: module.KeyCreation })),
);

/** One key, or a new one. */
export function KeyScreen() {
  const { keyId }: { keyId?: string } = useParams({ strict: false });
  return keyId ? <ExistingKey key={keyId} id={keyId} /> : <NewKey />;
}

function ExistingKey({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(apiKeys.get, { id });
  if (data) return <KeyRecord apiKey={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewKey() {
  const [id] = useState(newId);
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      <KeyCreation id={id} />
    </Suspense>
  );
}
