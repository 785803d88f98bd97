import { Alert } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type Webhook, webhooks } from "#features/platform/webhooks/contract.ts";
import { SecretNote } from "#features/platform/webhooks/web/SecretNote.tsx";
import { useWebhookTexts } from "#features/platform/webhooks/web/useWebhookTexts.ts";
import { WebhookStatusBadge } from "#features/platform/webhooks/web/WebhookStatusBadge.tsx";
import { WebhookSteps } from "#features/platform/webhooks/web/WebhookSteps.tsx";
import { formatDateTime } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// On its way since the route was entered (routes.tsx).
const WebhookDetails = lazy(() =>
  import("#features/platform/webhooks/web/WebhookDetails.tsx").then((module) => ({ default: module.WebhookDetails })),
);
const DeliveryList = lazy(() =>
  import("#features/platform/webhooks/web/DeliveryList.tsx").then((module) => ({ default: module.DeliveryList })),
);

const tabs = ["details", "deliveries", "history"] as const;

/** A webhook that is there: whom it tells what, how that goes, and its history. */
export function WebhookRecord({ webhook }: { readonly webhook: Webhook }) {
  const t = useMessages("webhooks");
  const language = useLanguage();
  const texts = useWebhookTexts();
  const [tab, setTab] = useSearchParam("tab");
  const [secret, setSecret] = useState<string | null>(null);
  const current = tabs.find((name) => name === tab) ?? "details";
  const { id, title, url, lastDeliveredAt, oldSecretValidTo } = webhook;
  return (
    <RecordPage
      list={{ name: "webhooks", title: t("title"), path: "/apps/user/webhooks" }}
      id={id}
      title={title}
      crumb={title}
      badge={<WebhookStatusBadge {...webhook} />}
      facts={
        <>
          <span>
            <bdi dir="ltr">{url}</bdi>
          </span>
          <span>
            {lastDeliveredAt
              ? t("lastDelivered", { when: formatDateTime(language, lastDeliveredAt) })
              : t("nothingYet")}
          </span>
          {oldSecretValidTo && <span>{t("oldSecret", { when: formatDateTime(language, oldSecretValidTo) })}</span>}
        </>
      }
      actions={<WebhookSteps webhook={webhook} onSecret={setSecret} onTried={() => setTab("deliveries")} />}
      note={secret === null ? <PauseNote webhook={webhook} /> : <SecretNote secret={secret} />}
      tabs={{
        all: tabs.map((name) => ({ name, title: t(`tabs.${name}`) })),
        current,
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
      aside={
        current === "details" && (
          <ActivityPanel operation={webhooks.activity} id={id} texts={texts} t={t} onAll={() => setTab("history")} />
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks elsewhere. */}
      <div style={{ display: current === "details" ? "contents" : "none" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <WebhookDetails webhook={webhook} />
        </Suspense>
      </div>
      {current === "deliveries" && (
        <Suspense fallback={<SkeletonRows rows={7} rowPx={48} />}>
          <DeliveryList webhook={webhook} />
        </Suspense>
      )}
      {current === "history" && <ActivityPanel operation={webhooks.activity} id={id} texts={texts} t={t} />}
    </RecordPage>
  );
}

/** Why nothing is sent, when nobody wished it so, or that nothing arrives. */
function PauseNote({ webhook: { pauseReason, failingSince } }: { readonly webhook: Webhook }) {
  const t = useMessages("webhooks");
  const language = useLanguage();
  if (pauseReason === "failing" || pauseReason === "gone")
    return (
      <Alert color="yellow" mt="md">
        {t(`paused.${pauseReason}`)}
      </Alert>
    );
  if (pauseReason !== null || failingSince === null) return null;
  return (
    <Alert color="yellow" mt="md">
      {t("failingSince", { when: formatDateTime(language, failingSince) })}
    </Alert>
  );
}
