import { useMemo } from "react";
import { type Webhook, type WebhookInput, webhooks } from "#features/platform/webhooks/contract.ts";
import { useWebhookSource } from "#features/platform/webhooks/web/useWebhookSource.ts";
import { useWebhookTexts } from "#features/platform/webhooks/web/useWebhookTexts.ts";
import { WebhookForm } from "#features/platform/webhooks/web/WebhookForm.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** The fields of a webhook, to read and to change. */
export function WebhookDetails({ webhook }: { readonly webhook: Webhook }) {
  const can = useCan();
  const toast = useToast();
  const recordWords = useMessages("record");
  const source = useWebhookSource(webhook.id);
  const initial = useMemo(() => source.valuesOf(webhook), [source, webhook]);
  const form = useRecordForm<WebhookInput, Webhook>(source, {
    record: webhook,
    initial,
    onSaved: () => toast({ text: recordWords("saved") }),
  });
  return (
    <RecordFormView form={form} texts={useWebhookTexts()} isReadOnly={!can(webhooks.update)}>
      <WebhookForm />
    </RecordFormView>
  );
}
