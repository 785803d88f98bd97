import { useState } from "react";
import type { Webhook, WebhookInput } from "#features/platform/webhooks/contract.ts";
import { SecretNote } from "#features/platform/webhooks/web/SecretNote.tsx";
import { useWebhookSource } from "#features/platform/webhooks/web/useWebhookSource.ts";
import { useWebhookTexts } from "#features/platform/webhooks/web/useWebhookTexts.ts";
import { WebhookForm } from "#features/platform/webhooks/web/WebhookForm.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

const emptyWebhook: WebhookInput = { title: "", url: "https://", types: [], status: "active" };

/** The form of a webhook that is not there yet; once it is made, its secret, which is shown nowhere else. */
export function WebhookCreation({ id }: { readonly id: string }) {
  const t = useMessages("webhooks");
  const [secret, setSecret] = useState<string | null>(null);
  const [made, setMade] = useState<Webhook | null>(null);
  const form = useRecordForm<WebhookInput, Webhook>(useWebhookSource(id, setSecret), {
    record: null,
    initial: emptyWebhook,
    onSaved: setMade,
  });
  const texts = useWebhookTexts();
  const list = { name: "webhooks", title: t("title"), path: "/apps/user/webhooks" } as const;
  if (made) {
    return (
      <RecordPage
        list={list}
        id={null}
        title={t("secret.made", { title: made.title })}
        crumb={made.title}
        actions={<LinkButton to={`/apps/user/webhooks/${made.id}`}>{t("secret.goOn")}</LinkButton>}
      >
        <SecretNote secret={secret} />
      </RecordPage>
    );
  }
  return (
    <RecordPage list={list} id={null} title={t("new")} crumb={t("new")}>
      <RecordFormView form={form} texts={texts}>
        <WebhookForm />
      </RecordFormView>
    </RecordPage>
  );
}
