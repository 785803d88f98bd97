import { Alert } from "@mantine/core";
import { lazy } from "react";
import type { EventType } from "#base/eventTypes.ts";
import {
  type Webhook,
  webhookOperations,
  webhooks,
  type WebhookWithSecret,
} from "#features/platform/webhooks/contract.ts";
import { SecretNote } from "#features/platform/webhooks/web/SecretNote.tsx";
import { WebhookActions } from "#features/platform/webhooks/web/WebhookActions.tsx";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import type { Draw } from "#web/list/defineList.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const badge: Draw<Pick<Webhook, "status" | "failingSince">, `status.${Webhook["status"] | "failing"}`> = (
  row,
  { t },
) => {
  if (row.status === "paused") return <StatusBadge tone="mute">{t("status.paused")}</StatusBadge>;
  if (row.failingSince !== null) return <StatusBadge tone="warn">{t("status.failing")}</StatusBadge>;
  return <StatusBadge tone="ok">{t("status.active")}</StatusBadge>;
};

export const webhookScreens = recordScreens(webhookOperations, webhooks, {
  path: "/apps/user/webhooks",
  nameOf: ({ title }) => title,
  badge,
  facts: ({ url, lastDeliveredAt, oldSecretValidTo }, { t, language }) => [
    <bdi key="url" dir="ltr">
      {url}
    </bdi>,
    lastDeliveredAt ? t("lastDelivered", { when: formatDateTime(language, lastDeliveredAt) }) : t("nothingYet"),
    ...(oldSecretValidTo ? [t("oldSecret", { when: formatDateTime(language, oldSecretValidTo) })] : []),
  ],
  Actions: WebhookActions,
  Note: PauseNote,
  form: () => import("#features/platform/webhooks/web/WebhookForm.tsx"),
  isReadOnly: () => false,
  created: {
    recordOf: ({ webhook }: WebhookWithSecret) => webhook,
    noteOf: ({ secret }: WebhookWithSecret) => <SecretNote secret={secret} />,
  },
  tabs: {
    deliveries: {
      Panel: lazy(async () => {
        const { DeliveryList } = await import("#features/platform/webhooks/web/DeliveryList.tsx");
        return { default: DeliveryList };
      }),
    },
  },
  formats: {
    types: (types: EventType[], { t }) =>
      types.map((type) => t(`types.${type.replace(".", "_")}`, { defaultValue: type })),
  },
  columns: {
    title: { edit: { field: "title" } },
    url: { width: textWidth, isQuiet: true, cell: ({ url }) => <bdi dir="ltr">{url}</bdi> },
    status: {},
    types: { isFigure: true, cell: ({ types }, { language }) => formatNumber(language, types.length) },
    lastDeliveredAt: {
      cell: ({ lastDeliveredAt }, { language, t }) =>
        lastDeliveredAt ? formatDateTime(language, lastDeliveredAt) : t("never"),
    },
    createdAt: { isHidden: true },
  },
  card: {
    facts: ({ url, lastDeliveredAt }, { language, t }) => [
      <bdi key="url" dir="ltr">
        {url}
      </bdi>,
      `${t("columns.lastDeliveredAt")}: ${lastDeliveredAt ? formatDateTime(language, lastDeliveredAt) : t("never")}`,
    ],
    mark: badge,
  },
  filters: ["status"],
  views: ["active", "paused"],
  initialOrder: { sort: "title", direction: "asc" },
});

/** Why a webhook was paused without a user's decision, or that nothing arrives. */
function PauseNote({ record: { pauseReason, failingSince } }: { readonly record: Webhook }) {
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
