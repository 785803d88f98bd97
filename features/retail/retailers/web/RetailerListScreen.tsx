import { Fragment } from "react";
import { type ComponentProps, lazy, Suspense } from "react";
import { countryCodes } from "#base/countries.ts";
import type { Output } from "#base/contract.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { assignmentLimits } from "#features/retail/assignments/contract/changes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import {
  isNear,
  kycStatuses,
  type RetailerRow,
  retailerSorts,
  retailerStatuses,
} from "#features/retail/retailers/contract/records.ts";
import { KycBadge } from "#features/retail/retailers/web/KycBadge.tsx";
import { RetailerStatusBadge } from "#features/retail/retailers/web/RetailerStatusBadge.tsx";
import { pickBrand, pickType } from "#features/retail/retailers/web/usePickables.ts";
import { countryName, formatDate, formatNumber } from "#web/formats.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { type CellContext, defineList } from "#web/list/defineList.ts";
import type { WordEditing } from "#web/list/filters.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { statusTotals } from "#web/list/statusTotals.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { LogoMark } from "#web/record/LogoMark.tsx";
import type { Language } from "#web/screens.ts";
import { IconCategory, IconPackage, IconPlayerPause, IconPlayerPlay, IconSend } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The Arabic name first where the screen is Arabic and there is one. */
const nameOf = ({ tradingName, tradingNameI18n }: RetailerRow, language: Language) =>
  tradingNameI18n[language] ?? tradingName;

const typeName = ({ type }: RetailerRow, language: Language) => type.nameI18n[language] ?? type.name;

/** Each part in a direction of its own: a city keeps its script, and the whole runs as the page does. */
const placeText = ({ city, country }: RetailerRow, { language }: Pick<CellContext, "language">) =>
  inLine([city, country && countryName(language, country)]);

/** From the point of the filter. */
const distanceText = ({ distanceKm }: RetailerRow, { language, t }: CellContext<MessageKey<"retailers">>) =>
  distanceKm === null ? null : t("km", { figure: formatNumber(language, distanceKm, 1) });

const inLine = (parts: readonly (string | null)[]) =>
  parts
    .filter((part) => part !== null && part !== "")
    .map((part, place) => (
      <Fragment key={part}>
        {place > 0 && " · "}
        <bdi>{part}</bdi>
      </Fragment>
    ));

const badge = ({ status }: RetailerRow, { t }: CellContext<MessageKey<"retailers">>) => (
  <RetailerStatusBadge status={status}>{t(`status.${status}`)}</RetailerStatusBadge>
);

// Of the kit's weight, and seldom asked for.
const LoadedTypeChoice = lazy(() =>
  import("#features/retail/retailers/web/TypeChoice.tsx").then((module) => ({ default: module.TypeChoice })),
);
const TypeChoice = (props: ComponentProps<typeof LoadedTypeChoice>) => (
  <Suspense fallback={<SkeletonRows rows={1} rowPx={56} />}>
    <LoadedTypeChoice {...props} />
  </Suspense>
);

// With the map.
const LoadedNearEditor = lazy(() =>
  import("#features/retail/retailers/web/NearEditor.tsx").then((module) => ({ default: module.NearEditor })),
);
const NearEditor = (props: WordEditing) => (
  <Suspense fallback={<SkeletonRows rows={4} rowPx={56} />}>
    <LoadedNearEditor {...props} />
  </Suspense>
);

/** `10 km around 51.52, −0.07`. */
function nearText(word: string, { language, t }: CellContext<MessageKey<"retailers">>): string {
  const [latitude = 0, longitude = 0, km = 0] = word.split(",").map(Number);
  const point = [latitude, longitude].map((degrees) => degrees.toFixed(2)).join(", ");
  return t("near.text", { figure: formatNumber(language, km), point });
}

/** Where products are assigned to one retailer, or to several. */
const productsAddress = (ids: readonly string[]) =>
  ids.length === 1
    ? { to: `/apps/retailer/assign-products/${ids[0]}` }
    : { to: "/apps/retailer/assign-products", search: { for: ids.join(",") } };

const retailerList = defineList({
  name: "retailers",
  operation: retailers.list,
  path: "/apps/retailer/retailers",
  nameOf,
  picture: (row, size) => (
    <LogoMark id={row.id} name={row.tradingName} logoFileId={row.logoFileId} sizePx={size === "small" ? 24 : 40} />
  ),
  columns: [
    { id: "tradingName", width: 168, sort: "name", cell: (row, { language }) => <bdi>{nameOf(row, language)}</bdi> },
    { id: "distanceKm", width: 96, sort: "distance", under: "near", isFigure: true, cell: distanceText },
    { id: "code", width: 104, sort: "code", isQuiet: true, cell: ({ code }) => <bdi>{code}</bdi> },
    { id: "type", width: 92, cell: (row, { language }) => <bdi>{typeName(row, language)}</bdi> },
    { id: "city", width: 118, sort: "city", cell: placeText },
    { id: "parent", width: 88, cell: ({ parent }) => parent && <bdi>{parent.name}</bdi> },
    { id: "status", width: 152, cell: badge },
    {
      id: "kycStatus",
      width: 128,
      cell: ({ kycStatus }, { t }) => <KycBadge status={kycStatus}>{t(`kyc.${kycStatus}`)}</KycBadge>,
    },
    {
      id: "productsCount",
      width: 72,
      isFigure: true,
      cell: ({ productsCount }, { language }) => formatNumber(language, productsCount),
    },
    {
      id: "stoppedCount",
      width: 72,
      isFigure: true,
      cell: ({ stoppedCount }, { language }) => formatNumber(language, stoppedCount),
    },
    {
      id: "locationsCount",
      width: 88,
      isFigure: true,
      isHidden: true,
      cell: ({ locationsCount }, { language }) => formatNumber(language, locationsCount),
    },
    {
      id: "lastActivityAt",
      width: 106,
      cell: ({ lastActivityAt }, { language }) => formatDate(language, lastActivityAt),
    },
    { id: "gln", width: 130, isHidden: true, cell: ({ gln }) => gln && <bdi>{gln}</bdi> },
    { id: "legalName", width: 190, isHidden: true, cell: ({ legalName }) => legalName && <bdi>{legalName}</bdi> },
    {
      id: "createdAt",
      width: 124,
      sort: "createdAt",
      firstDirection: "desc",
      isHidden: true,
      cell: ({ createdAt }, { language }) => formatDate(language, createdAt),
    },
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
    facts: (row, context) => [
      <>
        <bdi>{row.code}</bdi> · <bdi>{typeName(row, context.language)}</bdi>
      </>,
      // First, so that it is seen however narrow the card.
      inLine([distanceText(row, context), row.city, row.country && countryName(context.language, row.country)]),
    ],
    mark: badge,
  },
  filters: [
    { kind: "choice", name: "status", codes: retailerStatuses },
    { kind: "record", name: "retailerTypeId", source: pickType },
    { kind: "choice", name: "country", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
    { kind: "word", name: "city" },
    { kind: "choice", name: "kyc", codes: kycStatuses },
    { kind: "record", name: "brand", source: pickBrand },
    { kind: "flag", name: "hasHalalIssue" },
    { kind: "flag", name: "hasNoProducts" },
    { kind: "word", name: "near", isRight: isNear, Editor: NearEditor, textOf: nearText },
  ],
  views: (["draft", "submitted", "active", "suspended", "closed"] as const).map((status) => ({
    id: status,
    filters: { status: [status] },
  })),
  counts: {
    operation: retailers.countByStatus,
    totalsOf: (answer) =>
      statusTotals((answer as Output<typeof retailers.countByStatus>).byStatus, { leftOut: ["closed", "rejected"] }),
  },
  sorts: retailerSorts,
  initialOrder: { sort: "name", direction: "asc" },
  read: retailers.get,
  create: retailers.create,
  update: retailers.update,
  remove: retailers.remove,
  exporting: retailers.exportCsv,
  bulk: {
    preview: retailers.previewStatusChange,
    apply: retailers.applyStatusChange,
    actions: [
      { id: "submit", icon: IconSend, input: { to: "submitted" } },
      { id: "activate", icon: IconPlayerPlay, input: { to: "active" } },
      { id: "suspend", icon: IconPlayerPause, input: { to: "suspended" }, needsReason: true },
      {
        id: "setType",
        icon: IconCategory,
        input: {},
        operations: { preview: retailers.previewTypeChange, apply: retailers.applyTypeChange },
        Choice: TypeChoice,
      },
      {
        id: "assign",
        icon: IconPackage,
        input: {},
        operations: { preview: assignments.preview, apply: assignments.apply },
        leadsTo: { max: assignmentLimits.retailersMax, addressOf: productsAddress },
      },
    ],
    refreshes: [retailers.list, retailers.countByStatus, retailers.get, retailers.activity],
  },
  rowLinks: [
    { id: "details", to: ({ id }) => ({ to: `/apps/retailer/retailer-details/${id}` }) },
    {
      id: "duplicate",
      operation: retailers.create,
      to: ({ id }) => ({ to: "/apps/retailer/retailers/new", search: { copyOf: id } }),
    },
  ],
});

export function RetailerListScreen() {
  const t = useMessages("retailers");
  return (
    <RecordList
      list={retailerList}
      actions={<ImportButton operation={retailers.importTemplate} to="/apps/import/retailers" label={t("import")} />}
    />
  );
}
