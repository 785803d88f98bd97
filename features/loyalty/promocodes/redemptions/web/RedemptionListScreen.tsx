import { redemptionStatuses } from "#features/loyalty/promocodes/contract/calls.ts";
import { type RedemptionRow, redemptions, redemptionSorts } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import { BackAmounts } from "#features/loyalty/promocodes/redemptions/web/BackAmounts.tsx";
import { redemptionsPath, redemptionTones } from "#features/loyalty/promocodes/redemptions/web/useRedemptionTexts.ts";
import { pickMember, pickPromocode, pickRetailer } from "#features/loyalty/promocodes/web/usePickables.ts";
import { formatDateTime } from "#web/formats.ts";
import { defineList, type Draw } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { textWidth } from "#web/list/widthLimits.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { minorText } from "#web/record/minorText.ts";
import { IconArrowBackUp } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";

type Cell = Draw<RedemptionRow, MessageKey<"redemptions">>;

const statusBadge: Cell = ({ status }, { t }) => (
  <StatusBadge tone={redemptionTones[status]}>{t(`status.${status}`)}</StatusBadge>
);
const campaignName: Cell = ({ campaign }, { language }) => <bdi>{campaign.nameI18n[language] ?? campaign.name}</bdi>;
const retailerName: Cell = ({ retailer }, { language }) => <bdi>{retailer.nameI18n[language] ?? retailer.name}</bdi>;
const memberText: Cell = ({ member }, { t }) =>
  member && (member.label === null ? t("member.unknown") : <bdi dir="ltr">{member.label}</bdi>);
/** What is left, after what was given back. */
const discount: Cell = ({ discountLeftMinor, currency }, { language }) =>
  minorText(language, discountLeftMinor, currency);

const list = defineList({
  name: "redemptions",
  operation: redemptions.list,
  path: redemptionsPath,
  nameOf: ({ orderRef }) => orderRef,
  columns: [
    { id: "orderRef", cell: ({ orderRef }) => <bdi dir="ltr">{orderRef}</bdi> },
    {
      id: "createdAt",
      sort: "createdAt",
      firstDirection: "desc",
      cell: ({ createdAt }, { language }) => formatDateTime(language, createdAt),
    },
    { id: "campaign", width: textWidth, cell: campaignName },
    { id: "code", width: textWidth, isQuiet: true, cell: ({ code }) => code && <bdi dir="ltr">{code}</bdi> },
    { id: "retailer", width: textWidth, cell: retailerName },
    {
      id: "location",
      width: textWidth,
      isHidden: true,
      cell: ({ location }) => location && <bdi>{location.name}</bdi>,
    },
    { id: "member", width: textWidth, cell: memberText },
    { id: "discountLeftMinor", isFigure: true, cell: discount },
    {
      id: "cashbackLeftMinor",
      isFigure: true,
      isHidden: true,
      cell: ({ cashbackLeftMinor, currency }, { language }) => minorText(language, cashbackLeftMinor, currency),
    },
    { id: "status", cell: statusBadge },
  ],
  card: {
    facts: (row, context) => [
      <>
        {discount(row, context)} · {campaignName(row, context)}
      </>,
      <>
        {formatDateTime(context.language, row.createdAt)} · {retailerName(row, context)}
      </>,
    ],
    mark: statusBadge,
  },
  filters: [
    { kind: "choice", name: "status", codes: redemptionStatuses },
    { kind: "record", name: "campaign", source: pickPromocode },
    { kind: "record", name: "retailer", source: pickRetailer },
    { kind: "record", name: "member", source: pickMember },
    { kind: "choice", name: "since", codes: ["today"] },
    { kind: "days", name: "period", from: "from", to: "to" },
    { kind: "word", name: "orderRef" },
    { kind: "word", name: "code", isRight: (word) => codeKey(word) !== "" },
  ],
  views: [
    { id: "today", filters: { since: ["today"] } },
    { id: "committed", filters: { status: ["committed"] } },
    { id: "reserved", filters: { status: ["reserved"] } },
    { id: "rolledBack", filters: { status: ["partially_rolled_back", "rolled_back"] } },
    { id: "ended", filters: { status: ["released", "expired"] } },
  ],
  sorts: redemptionSorts,
  initialOrder: { sort: "createdAt", direction: "desc" },
  read: redemptions.trace,
  exporting: redemptions.exportCsv,
  bulk: {
    preview: redemptions.previewRollback,
    apply: redemptions.rollbackMany,
    actions: [
      {
        id: "rollback",
        icon: IconArrowBackUp,
        input: {},
        isDangerous: true,
        needsReason: true,
        Summary: BackAmounts,
      },
    ],
    refreshes: [redemptions.list, redemptions.trace, redemptions.results],
  },
});

/** Every use of a promocode that the reader may see. */
export const RedemptionListScreen = () => <RecordList list={list} />;
