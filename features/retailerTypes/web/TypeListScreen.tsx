import type { Output } from "#base/contract.ts";
import {
  certificatePolicies,
  channels,
  type RetailerTypeRow,
  retailerTypes,
  retailerTypeSorts,
  retailerTypeStatuses,
} from "#features/retailerTypes/contract.ts";
import { kycLevels } from "#features/retailerTypes/contract/kyc.ts";
import { TypeMark } from "#features/retailerTypes/web/TypeMark.tsx";
import { formatDate, formatNumber } from "#web/formats.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { type CellContext, defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import { formatBps } from "#web/record/formatBps.ts";
import type { Language } from "#web/screens.ts";
import { IconArchive } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useWords } from "#web/useWords.ts";

const nameOf = ({ name, nameI18n }: Pick<RetailerTypeRow, "name" | "nameI18n">, language: Language) =>
  nameI18n[language] ?? name;

const badge = ({ status }: RetailerTypeRow, { t }: CellContext<MessageKey<"retailerTypes">>) => (
  <StatusBadge tone={status === "active" ? "ok" : "mute"}>{t(`status.${status}`)}</StatusBadge>
);

const percent = (bps: number, { language }: Pick<CellContext, "language">) => formatBps(language, bps);

const typeList = defineList({
  name: "retailerTypes",
  operation: retailerTypes.list,
  path: "/apps/retailer-type/types",
  nameOf,
  picture: ({ icon }, size) => <TypeMark icon={icon} sizePx={size === "small" ? 24 : 40} />,
  columns: [
    { id: "name", width: 180, sort: "name", cell: (row, { language }) => <bdi>{nameOf(row, language)}</bdi> },
    { id: "code", width: 132, sort: "code", isQuiet: true, cell: ({ code }) => <bdi>{code}</bdi> },
    { id: "channel", width: 116, cell: ({ channel }, { t }) => t(`channel.${channel}`) },
    {
      id: "certificatePolicy",
      width: 184,
      cell: ({ certificatePolicy }, { t }) => t(`certificatePolicy.${certificatePolicy}`),
    },
    {
      id: "pendingDays",
      width: 104,
      isFigure: true,
      cell: ({ pendingDays }, { language }) => formatNumber(language, pendingDays),
    },
    {
      id: "defaultCashbackBps",
      width: 104,
      isFigure: true,
      cell: (row, context) => percent(row.defaultCashbackBps, context),
    },
    { id: "maxCashbackBps", width: 96, isFigure: true, cell: (row, context) => percent(row.maxCashbackBps, context) },
    {
      id: "retailersCount",
      width: 96,
      isFigure: true,
      cell: ({ retailersCount }, { language }) => formatNumber(language, retailersCount),
    },
    { id: "status", width: 116, cell: badge },
    { id: "kycLevel", width: 120, isHidden: true, cell: ({ kycLevel }, { t }) => t(`kycLevel.${kycLevel}`) },
    {
      id: "updatedAt",
      width: 124,
      sort: "updatedAt",
      firstDirection: "desc",
      isHidden: true,
      cell: ({ updatedAt }, { language }) => formatDate(language, updatedAt),
    },
  ],
  card: {
    facts: (row, { t, language }) => [
      <>
        <bdi>{row.code}</bdi> · {t(`channel.${row.channel}`)}
      </>,
      t("retailers", { count: row.retailersCount, figure: formatNumber(language, row.retailersCount) }),
    ],
    mark: badge,
  },
  filters: [
    { kind: "choice", name: "status", codes: retailerTypeStatuses },
    { kind: "choice", name: "certificatePolicy", codes: certificatePolicies },
    { kind: "choice", name: "channel", codes: channels },
    { kind: "choice", name: "kycLevel", codes: kycLevels },
  ],
  views: [
    { id: "active", filters: { status: ["active"] } },
    { id: "archived", filters: { status: ["archived"] } },
  ],
  counts: {
    operation: retailerTypes.countByStatus,
    totalsOf: (answer) => {
      const { byStatus } = answer as Output<typeof retailerTypes.countByStatus>;
      return { ...byStatus, all: byStatus.active };
    },
  },
  sorts: retailerTypeSorts,
  initialOrder: { sort: "position", direction: "asc" },
  read: retailerTypes.get,
  create: retailerTypes.create,
  update: retailerTypes.update,
  exporting: retailerTypes.exportCsv,
  bulk: {
    preview: retailerTypes.previewArchiving,
    apply: retailerTypes.applyArchiving,
    actions: [{ id: "archive", icon: IconArchive, input: {} }],
    refreshes: [retailerTypes.list, retailerTypes.countByStatus, retailerTypes.get, retailerTypes.activity],
  },
  rowLinks: [
    {
      id: "retailers",
      to: ({ id }) => ({ to: "/apps/retailer/retailers", search: { retailerTypeId: id } }),
    },
  ],
});

export function TypeListScreen() {
  const t = useWords("retailerTypes");
  return (
    <RecordList
      list={typeList}
      actions={
        <ImportButton operation={retailerTypes.importTemplate} to="/apps/import/retailerTypes" label={t("import")} />
      }
    />
  );
}
