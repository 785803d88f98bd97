import { webhookSorts, webhookStatuses, webhooks } from "#features/platform/webhooks/contract.ts";
import { WebhookStatusBadge } from "#features/platform/webhooks/web/WebhookStatusBadge.tsx";
import { formatDate, formatDateTime, formatNumber } from "#web/formats.ts";
import { defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";

const webhookList = defineList({
  name: "webhooks",
  operation: webhooks.list,
  path: "/apps/user/webhooks",
  nameOf: ({ title }) => title,
  columns: [
    { id: "title", width: 220, sort: "title", cell: ({ title }) => <bdi>{title}</bdi> },
    { id: "url", width: 280, isQuiet: true, cell: ({ url }) => <bdi dir="ltr">{url}</bdi> },
    { id: "status", width: 124, cell: (row) => <WebhookStatusBadge {...row} /> },
    {
      id: "types",
      width: 100,
      isFigure: true,
      cell: ({ types }, { language }) => formatNumber(language, types.length),
    },
    {
      id: "lastDeliveredAt",
      width: 172,
      cell: ({ lastDeliveredAt }, { language, t }) =>
        lastDeliveredAt ? formatDateTime(language, lastDeliveredAt) : t("never"),
    },
    {
      id: "createdAt",
      width: 124,
      sort: "createdAt",
      firstDirection: "desc",
      isHidden: true,
      cell: ({ createdAt }, { language }) => formatDate(language, createdAt),
    },
  ],
  card: {
    facts: ({ url }) => [
      <bdi key="url" dir="ltr">
        {url}
      </bdi>,
    ],
    mark: (row) => <WebhookStatusBadge {...row} />,
  },
  filters: [{ kind: "choice", name: "status", codes: webhookStatuses }],
  views: webhookStatuses.map((status) => ({ id: status, filters: { status: [status] } })),
  sorts: webhookSorts,
  initialOrder: { sort: "title", direction: "asc" },
  read: webhooks.get,
  create: webhooks.create,
  update: webhooks.update,
  remove: webhooks.remove,
});

export const WebhookListScreen = () => <RecordList list={webhookList} />;
