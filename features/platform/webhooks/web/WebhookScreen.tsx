import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { webhooks } from "#features/platform/webhooks/contract.ts";
import { WebhookRecord } from "#features/platform/webhooks/web/WebhookRecord.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const WebhookCreation = lazy(() =>
  import("#features/platform/webhooks/web/WebhookCreation.tsx").then((module) => ({ default: module.WebhookCreation })),
);

/** One webhook, or a new one. */
export function WebhookScreen() {
  const { webhookId }: { webhookId?: string } = useParams({ strict: false });
  return webhookId ? <ExistingWebhook key={webhookId} id={webhookId} /> : <NewWebhook />;
}

function ExistingWebhook({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(webhooks.get, { id });
  if (data) return <WebhookRecord webhook={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={7} rowPx={56} />;
}

function NewWebhook() {
  const [id] = useState(newId);
  return (
    <Suspense fallback={<SkeletonRows rows={7} rowPx={56} />}>
      <WebhookCreation id={id} />
    </Suspense>
  );
}
