import { type ComponentProps, lazy } from "react";
import { countryCodes } from "#base/countries.ts";
import type { Output } from "#base/contract.ts";
import type { Total } from "#base/list.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { CertificateRow } from "#features/halal/certificates/record/contract/records.ts";
import {
  certificateKinds,
  type EffectiveState,
  effectiveStates,
  evidenceLevels,
  holderTypes,
  stunningPolicies,
} from "#features/halal/certificates/contract/vocabulary.ts";
import { EvidenceBadge } from "#features/halal/certificates/web/EvidenceBadge.tsx";
import { pickCertifier, pickBrand, pickRetailer } from "#features/halal/certificates/web/usePickables.ts";
import type { ReviewerChoice as LoadedChoice } from "#features/halal/certificates/review/web/ReviewerChoice.tsx";
import { StateBadge } from "#features/halal/certificates/web/StateBadge.tsx";
import { countedDays, daysKey } from "#features/halal/certificates/web/useDaysText.ts";
import { countryName, formatNumber, formatPlannedDay } from "#web/formats.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { type CellContext, type Column, defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import { IconMail, IconUser } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";
import { certificateSorts } from "#features/halal/certificates/contract/list.ts";

const day = (value: string | null, { language }: Pick<CellContext, "language">) =>
  value && formatPlannedDay(language, value);

/** Whole days left, or days since the end: never negative. */
function left(row: CertificateRow, { language, t }: CellContext<MessageKey<"certificates">>) {
  const days = countedDays(row);
  if (days === null) return null;
  const count = Math.abs(days);
  return t(daysKey(days), { count, figure: formatNumber(language, count) });
}

const columns: readonly [
  Column<CertificateRow, (typeof certificateSorts)[number], never, MessageKey<"certificates">>,
  ...Column<CertificateRow, (typeof certificateSorts)[number], never, MessageKey<"certificates">>[],
] = [
  {
    id: "certificateNo",
    sort: "certificateNo",
    cell: ({ certificateNo }) => <bdi dir="ltr">{certificateNo}</bdi>,
  },
  { id: "code", sort: "code", isQuiet: true, isHidden: true, cell: ({ code }) => <bdi>{code}</bdi> },
  { id: "body", width: textWidth, cell: ({ body }) => <bdi title={body.name}>{body.acronym}</bdi> },
  { id: "holderName", width: textWidth, sort: "holderName", cell: ({ holderName }) => <bdi>{holderName}</bdi> },
  { id: "state", cell: ({ effectiveState }) => <StateBadge state={effectiveState} /> },
  {
    id: "expiresOn",
    sort: "endsAt",
    cell: (row, context) => (row.validityBasis === "open_ended" ? context.t("openEnded") : day(row.lastDay, context)),
  },
  { id: "daysLeft", cell: left },
  { id: "evidenceLevel", cell: ({ evidenceLevel }) => <EvidenceBadge level={evidenceLevel} /> },
  { id: "kind", isHidden: true, cell: ({ kind }, { t }) => t(`kind.${kind}`) },
  {
    id: "standards",
    width: textWidth,
    isHidden: true,
    cell: ({ standards }) => standards.length > 0 && <bdi dir="ltr">{standards.join(", ")}</bdi>,
  },
  { id: "issuedOn", isHidden: true, cell: ({ issuedOn }, context) => day(issuedOn, context) },
  {
    id: "products",
    isFigure: true,
    cell: ({ lineCounts }, { language }) => formatNumber(language, lineCounts.listed),
  },
  {
    id: "holderCountry",
    width: textWidth,
    isHidden: true,
    cell: ({ holderCountry }, { language }) => holderCountry && countryName(language, holderCountry),
  },
  {
    id: "stunningPolicy",
    width: textWidth,
    isHidden: true,
    cell: ({ stunningPolicy }, { t }) => t(`stunningPolicy.${stunningPolicy}`),
  },
  { id: "reviewer", width: textWidth, isHidden: true, cell: ({ reviewer }) => reviewer && <bdi>{reviewer.name}</bdi> },
  { id: "nextCheckDueOn", isHidden: true, cell: (row, context) => day(row.nextCheckDueOn, context) },
  {
    id: "updatedAt",
    sort: "updatedAt",
    firstDirection: "desc",
    isHidden: true,
    cell: ({ updatedAt }, context) => day(updatedAt, context),
  },
];

// Of the kit's weight, and seldom asked for.
const ReviewerChoice = lazy(() =>
  import("#features/halal/certificates/review/web/ReviewerChoice.tsx").then((module) => ({
    default: module.ReviewerChoice,
  })),
);

const certificateList = defineList({
  name: "certificates",
  operation: certificates.list,
  path: "/apps/cert/certs",
  nameOf: ({ certificateNo }) => certificateNo,
  columns,
  card: {
    facts: (row, context) => [
      <>
        <bdi>{row.holderName}</bdi> · <bdi>{row.body.acronym}</bdi>
      </>,
      [day(row.lastDay, context), left(row, context)].filter(Boolean).join(" · ") || context.t("openEnded"),
    ],
    mark: ({ effectiveState }) => <StateBadge state={effectiveState} />,
  },
  filters: [
    { kind: "choice", name: "state", codes: effectiveStates },
    { kind: "record", name: "bodyId", source: pickCertifier },
    { kind: "record", name: "brandId", source: pickBrand },
    { kind: "record", name: "retailerId", source: pickRetailer },
    { kind: "choice", name: "expiringWithin", codes: ["7", "14", "30", "60", "90", "180"] },
    { kind: "days", name: "expires", from: "expiresFrom", to: "expiresTo" },
    { kind: "choice", name: "kind", codes: certificateKinds },
    { kind: "choice", name: "holderType", codes: holderTypes },
    { kind: "choice", name: "country", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
    { kind: "choice", name: "market", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
    { kind: "choice", name: "evidenceLevel", codes: evidenceLevels },
    { kind: "choice", name: "stunningPolicy", codes: stunningPolicies },
    { kind: "choice", name: "reviewer", codes: ["me", "nobody"] },
    { kind: "flag", name: "isUnverified" },
    { kind: "flag", name: "isCheckDue" },
    { kind: "flag", name: "hasUnmatchedLines" },
  ],
  views: [
    { id: "valid", filters: { state: ["valid"] } },
    { id: "expiring", filters: { state: ["expiring"] } },
    { id: "expired", filters: { state: ["expired"] } },
    { id: "suspended", filters: { state: ["suspended"] } },
    { id: "submitted", filters: { state: ["submitted"] } },
    { id: "draft", filters: { state: ["draft", "changes_requested"] } },
  ],
  counts: { operation: certificates.countByState, totalsOf },
  sorts: certificateSorts,
  initialOrder: { sort: "updatedAt", direction: "desc" },
  read: certificates.get,
  create: certificates.create,
  update: certificates.update,
  exporting: certificates.exportCsv,
  bulk: {
    preview: certificates.previewAssignment,
    apply: certificates.applyAssignment,
    actions: [
      {
        id: "assignReviewer",
        icon: IconUser,
        input: {},
        Choice: (props: ComponentProps<typeof LoadedChoice>) => <ReviewerChoice {...props} />,
      },
      {
        id: "remind",
        icon: IconMail,
        input: {},
        operations: { preview: certificates.previewReminder, apply: certificates.applyReminder },
      },
    ],
    refreshes: [certificates.list, certificates.get, certificates.activity, certificates.readQueue],
  },
});

/** Halal certificates: what each says, how it is known, and how long it holds. */
export function CertificateListScreen() {
  const t = useMessages("certificates");
  return (
    <RecordList
      list={certificateList}
      actions={
        <ImportButton operation={certificates.importTemplate} to="/apps/import/certificates" label={t("import")} />
      }
    />
  );
}

/** A total for each view; everything is what the list shows without a filter. */
function totalsOf(answer: unknown): Record<string, Total> {
  const { byState } = answer as Output<typeof certificates.countByState>;
  const sumOf = (states: readonly EffectiveState[]): Total => ({
    count: states.reduce((sum, state) => sum + byState[state].count, 0),
    isCapped: states.some((state) => byState[state].isCapped),
  });
  return {
    ...byState,
    draft: sumOf(["draft", "changes_requested"]),
    all: sumOf(effectiveStates.filter((state) => state !== "superseded" && state !== "rejected")),
  };
}
