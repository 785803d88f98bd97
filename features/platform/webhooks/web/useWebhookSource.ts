import { useMemo } from "react";
import { type Webhook, WebhookInput, webhooks } from "#features/platform/webhooks/contract.ts";
import { call } from "#web/call.ts";
import { keyOf, refresh } from "#web/operations.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** What a person wrote of a webhook. */
const webhookInputOf = ({ title, url, types, status }: Webhook): WebhookInput => ({
  title,
  url,
  types: types as WebhookInput["types"],
  status,
});

/** How webhooks are written. `newId` is the id of the one to be made, whose secret is handed to `onSecret`, or null if it was lost. */
export function useWebhookSource(
  newId: string,
  onSecret: (secret: string | null) => void = () => {},
): RecordSource<WebhookInput, Webhook> {
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const keep = async (webhook: Webhook) => {
      queryClient.setQueryData(keyOf(webhooks.get, { id: webhook.id }), webhook);
      await refresh(queryClient, [webhooks.list, webhooks.activity]);
      return webhook;
    };
    return {
      name: "webhooks",
      schema: WebhookInput,
      valuesOf: webhookInputOf,
      create: async (values) => {
        const { webhook, secret } = await call(transport, webhooks.create, { id: newId, ...values });
        onSecret(secret);
        return keep(webhook);
      },
      update: async (patch, { id, version }) => keep(await call(transport, webhooks.update, { ...patch, id, version })),
    };
  }, [transport, queryClient, newId, onSecret]);
}
