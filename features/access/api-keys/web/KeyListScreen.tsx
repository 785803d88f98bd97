import type { Output } from "#base/contract.ts";
import type { Total } from "#base/list.ts";
import { apiKeys, keyKinds, keySorts, keyStatuses } from "#features/access/api-keys/contract.ts";
import { KeyStatusBadge } from "#features/access/api-keys/web/KeyStatusBadge.tsx";
import { formatDate, formatDateTime, formatNumber } from "#web/formats.ts";
import { defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";

const keyList = defineList({
  name: "apiKeys",
  operation: apiKeys.list,
  path: "/apps/user/api-keys",
  nameOf: ({ title }) => title,
  columns: [
    { id: "title", width: 220, sort: "title", cell: ({ title }) => <bdi>{title}</bdi> },
    { id: "prefix", width: 148, isQuiet: true, cell: ({ prefix }) => <bdi dir="ltr">{prefix}</bdi> },
    { id: "kind", width: 124, cell: ({ kind }, { t }) => t(`kind.${kind}`) },
    {
      id: "status",
      width: 124,
      cell: ({ status }, { t }) => <KeyStatusBadge status={status}>{t(`status.${status}`)}</KeyStatusBadge>,
    },
    {
      id: "lastUsedAt",
      width: 172,
      sort: "lastUsedAt",
      firstDirection: "desc",
      cell: ({ lastUsedAt }, { language, t }) => (lastUsedAt ? formatDateTime(language, lastUsedAt) : t("never")),
    },
    {
      id: "lastDay",
      width: 124,
      sort: "expiresAt",
      cell: ({ lastDay }, { language }) => formatDate(language, lastDay),
    },
    {
      id: "callsPerMinute",
      width: 112,
      isFigure: true,
      cell: ({ callsPerMinute }, { language }) => formatNumber(language, callsPerMinute),
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
    facts: (row, { language, t }) => [
      <>
        {t(`kind.${row.kind}`)} · <bdi dir="ltr">{row.prefix}</bdi>
      </>,
      t("until", { day: formatDate(language, row.lastDay) }),
    ],
    mark: ({ status }, { t }) => <KeyStatusBadge status={status}>{t(`status.${status}`)}</KeyStatusBadge>,
  },
  filters: [
    { kind: "choice", name: "status", codes: keyStatuses },
    { kind: "choice", name: "kind", codes: keyKinds },
  ],
  views: keyStatuses.map((status) => ({ id: status, filters: { status: [status] } })),
  counts: { operation: apiKeys.countByStatus, totalsOf },
  sorts: keySorts,
  initialOrder: { sort: "title", direction: "asc" },
  read: apiKeys.get,
  create: apiKeys.create,
  update: apiKeys.update,
});

export const KeyListScreen = () => <RecordList list={keyList} />;

/** Everything is what the list shows without a filter, which leaves revoked keys out. */
function totalsOf(answer: unknown): Record<string, Total> {
  const { byStatus } = answer as Output<typeof apiKeys.countByStatus>;
  const { active, expired } = byStatus;
  return {
    ...byStatus,
    all: { count: active.count + expired.count, isCapped: active.isCapped || expired.isCapped },
  };
}
