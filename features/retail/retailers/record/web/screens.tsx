import { type ComponentProps, Fragment, lazy, Suspense } from "react";
import { countryCodes } from "#base/countries.ts";
import type { Output } from "#base/contract.ts";
import { type Retailer, retailerOperations, type RetailerRow, retailers } from "#features/retail/retailers/contract.ts";
import { isFinal, isNear, kycStatuses, retailerDecisions } from "#features/retail/retailers/record/contract.ts";
import { impactFields, retailerFields, type RetailerInput } from "#features/retail/retailers/record/fields.ts";
import { RetailerStatusBadge } from "#features/retail/retailers/record/web/RetailerStatusBadge.tsx";
import { pickBrand, pickType } from "#features/retail/retailers/record/web/usePickables.ts";
import { KycBadge } from "#features/retail/retailers/kyc/web/KycBadge.tsx";
import { countryName, formatDate, formatNumber } from "#web/formats.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import type { CellContext } from "#web/list/defineList.ts";
import type { WordEditorState } from "#web/list/filters.ts";
import { statusTotals } from "#web/list/statusTotals.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { recordScreens } from "#web/records/recordScreens.ts";
import type { Language } from "#web/screens.ts";
import { IconCategory, IconPackage, IconPlayerPause, IconPlayerPlay, IconSend } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage } from "#web/useMessages.ts";

/** The Arabic name first where the screen is Arabic and there is one. */
const nameOf = ({ tradingName, tradingNameI18n }: RetailerRow, language: Language) =>
  tradingNameI18n[language] ?? tradingName;

const typeName = ({ type }: RetailerRow, language: Language) => type.nameI18n[language] ?? type.name;

/** Each part in a direction of its own: a city keeps its script, and the whole runs as the page does. */
const cityText = ({ city, country }: RetailerRow, { language }: Pick<CellContext, "language">) =>
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
  import("#features/retail/retailers/record/web/TypeChoice.tsx").then((module) => ({ default: module.TypeChoice })),
);
const TypeChoice = (props: ComponentProps<typeof LoadedTypeChoice>) => (
  <Suspense fallback={<SkeletonRows rows={1} rowPx={56} />}>
    <LoadedTypeChoice {...props} />
  </Suspense>
);

// With the map.
const LoadedNearEditor = lazy(() =>
  import("#features/retail/retailers/locations/web/NearEditor.tsx").then((module) => ({ default: module.NearEditor })),
);
const NearEditor = (props: WordEditorState) => (
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

/** How many products it sells, and how many of them are paused. */
function cardCounts(
  { productsCount, stoppedCount }: RetailerRow,
  { t, language }: CellContext<MessageKey<"retailers">>,
): string {
  const textOf = (key: "card.products" | "card.paused", count: number) =>
    t(key, { count, figure: formatNumber(language, count) });
  const paused = stoppedCount > 0 ? [textOf("card.paused", stoppedCount)] : [];
  return [textOf("card.products", productsCount), ...paused].join(" · ");
}

/** Where products are assigned to one retailer, or to several. */
const productsAddress = (ids: readonly string[]) =>
  ids.length === 1
    ? { to: `/apps/retailer/assign-products/${ids[0]}` }
    : { to: "/apps/retailer/assign-products", search: { for: ids.join(",") } };

const markPx = { small: 24, large: 40, page: 48 } as const;

type RetailerLogoProps = {
  readonly retailer: Pick<Retailer, "id" | "tradingName" | "tradingNameI18n" | "logoFileId"> &
    Partial<Pick<Retailer, "logoAlt" | "logoAltI18n">>;
  readonly sizePx: (typeof markPx)[keyof typeof markPx];
};

export function RetailerLogo({ retailer, sizePx }: RetailerLogoProps) {
  const { id, tradingName, tradingNameI18n, logoFileId, logoAlt, logoAltI18n } = retailer;
  const language = useLanguage();
  const alt = logoAltI18n?.[language] ?? logoAlt ?? "";
  return (
    <LogoMark
      id={id}
      name={tradingNameI18n[language] ?? tradingName}
      logoFileId={logoFileId}
      alt={alt}
      sizePx={sizePx}
    />
  );
}

// What distinguishes one retailer from another, and its files, which belong to it.
const notCopied = [
  "tradingNameI18n",
  "gln",
  "registrationNo",
  "registrationCountry",
  "social",
  "riskFlags",
  "logoFileId",
  "logoAlt",
  "logoAltI18n",
  "coverFileId",
] as const satisfies readonly (keyof RetailerInput)[];

/** The list, the create page and the form. The detail page is RetailerDetailPage.tsx. */
export const retailerScreens = recordScreens(retailerOperations, retailers, {
  path: "/apps/retailer/retailers",
  nameOf,
  crumbOf: ({ code }) => code,
  picture: (row, size) => <RetailerLogo retailer={row} sizePx={markPx[size]} />,
  badge,
  decisions: retailerDecisions,
  form: () => import("#features/retail/retailers/record/web/RetailerForm.tsx"),
  isReadOnly: ({ status }) => isFinal(status),
  impactFields,
  requirements: () => import("#features/retail/retailers/record/web/requirements.ts"),
  formats: { logoFileId: (_, { t }) => t("aPicture"), coverFileId: (_, { t }) => t("aPicture") },
  copied: ({ tradingName }, { t }) => ({
    ...Object.fromEntries(notCopied.map((name) => [name, retailerFields.empty[name]])),
    tradingName: t("copyOf", { name: tradingName }),
  }),
  columns: {
    tradingName: { sort: "name", edit: { field: "tradingName" } },
    distanceKm: { sort: "distance", under: "near", isFigure: true, cell: distanceText },
    code: { isQuiet: true, cell: ({ code }) => <bdi>{code}</bdi> },
    type: { width: textWidth, cell: (row, { language }) => <bdi>{typeName(row, language)}</bdi> },
    city: { width: textWidth, cell: cityText },
    parent: { width: textWidth, isHidden: true, cell: ({ parent }) => parent && <bdi>{parent.name}</bdi> },
    status: {},
    kycStatus: {
      cell: ({ kycStatus }, { t }) => <KycBadge status={kycStatus}>{t(`kyc.${kycStatus}`)}</KycBadge>,
    },
    productsCount: { isFigure: true },
    stoppedCount: { isFigure: true },
    locationsCount: { isFigure: true, isHidden: true },
    lastActivityAt: { cell: ({ lastActivityAt }, { language }) => formatDate(language, lastActivityAt) },
    gln: { isHidden: true },
    legalName: { isHidden: true, edit: { field: "legalName" } },
    createdAt: { isHidden: true },
    updatedAt: { isHidden: true },
  },
  card: {
    facts: (row, context) => [
      <>
        <bdi>{typeName(row, context.language)}</bdi> · {/* First, so that it is seen however narrow the card. */}
        {inLine([distanceText(row, context), row.city, row.country && countryName(context.language, row.country)])}
      </>,
      cardCounts(row, context),
    ],
    mark: badge,
  },
  filters: [
    "status",
    { kind: "record", name: "retailerTypeId", source: pickType },
    { kind: "choice", name: "country", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
    { kind: "word", name: "city" },
    { kind: "choice", name: "kyc", codes: kycStatuses },
    { kind: "record", name: "brand", source: pickBrand },
    { kind: "flag", name: "hasHalalIssue" },
    { kind: "flag", name: "hasNoProducts" },
    { kind: "word", name: "near", isRight: isNear, Editor: NearEditor, textOf: nearText },
  ],
  views: ["draft", "submitted", "active", "suspended", "closed"],
  initialOrder: { sort: "name", direction: "asc" },
  list: {
    counts: {
      operation: retailers.countByStatus,
      totalsOf: (answer) =>
        statusTotals((answer as Output<typeof retailers.countByStatus>).byStatus, { leftOut: ["closed", "rejected"] }),
    },
  },
  bulk: {
    preview: retailers.previewStatusChange,
    apply: retailers.applyStatusChange,
    actions: [
      {
        id: "assign",
        icon: IconPackage,
        input: {},
        leadsTo: {
          needs: async () => (await import("#features/retail/assignments/contract.ts")).assignments.apply,
          max: async () =>
            (await import("#features/retail/assignments/contract/changes.ts")).assignmentLimits.retailersMax,
          addressOf: productsAddress,
        },
      },
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
    ],
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
