import { useLocation, useRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { retailers } from "#features/retail/retailers/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract/records.ts";
import { RetailerStatusBadge } from "#features/retail/retailers/web/RetailerStatusBadge.tsx";
import { RetailerStatusNote } from "#features/retail/retailers/web/RetailerStatusNote.tsx";
import { RetailerSteps } from "#features/retail/retailers/web/RetailerSteps.tsx";
import { useRetailerTexts } from "#features/retail/retailers/web/useRetailerTexts.ts";
import { countryName } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// On its way since the route was entered (routes.tsx), as the details.
const RetailerOverview = lazy(() =>
  import("#features/retail/retailers/web/RetailerOverview.tsx").then((module) => ({
    default: module.RetailerOverview,
  })),
);
const parts = {
  details: lazy(() =>
    import("#features/retail/retailers/web/RetailerDetails.tsx").then((module) => ({
      default: module.RetailerDetails,
    })),
  ),
  locations: lazy(() =>
    import("#features/retail/retailers/web/LocationsPart.tsx").then((module) => ({ default: module.LocationsPart })),
  ),
  hours: lazy(() =>
    import("#features/retail/retailers/web/HoursPart.tsx").then((module) => ({ default: module.HoursPart })),
  ),
  contacts: lazy(() =>
    import("#features/retail/retailers/web/ContactsPart.tsx").then((module) => ({ default: module.ContactsPart })),
  ),
  kyc: lazy(() => import("#features/retail/retailers/web/KycPart.tsx").then((module) => ({ default: module.KycPart }))),
  products: lazy(() =>
    import("#features/retail/retailers/web/ProductsPart.tsx").then((module) => ({ default: module.ProductsPart })),
  ),
  settlement: lazy(() =>
    import("#features/retail/retailers/web/SettlementPart.tsx").then((module) => ({ default: module.SettlementPart })),
  ),
  notes: lazy(() =>
    import("#features/retail/retailers/web/NotesPart.tsx").then((module) => ({ default: module.NotesPart })),
  ),
};
const tabNames = ["overview", ...(Object.keys(parts) as (keyof typeof parts)[]), "history"] as const;
type TabName = (typeof tabNames)[number];

/** A retailer that is there: what it is, what may happen to it, its parts and its history. */
export function RetailerRecord({ retailer }: { readonly retailer: Retailer }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const texts = useRetailerTexts();
  const { current, show } = useTab(retailer.id);
  const { tradingName, tradingNameI18n, status, country, city, type } = retailer;
  const otherName = Object.entries(tradingNameI18n).find(
    ([tag, name]) => tag !== language && name !== tradingName,
  )?.[1];
  const Part = current === "overview" || current === "history" ? null : parts[current];
  return (
    <RecordPage
      list={{ name: "retailers", title: t("title"), path: "/apps/retailer/retailers" }}
      id={retailer.id}
      title={tradingNameI18n[language] ?? tradingName}
      crumb={retailer.code}
      picture={<Logo retailer={retailer} />}
      badge={<RetailerStatusBadge status={status}>{t(`status.${status}`)}</RetailerStatusBadge>}
      facts={
        <>
          <span>{retailer.code}</span>
          <span>
            <bdi>{type.nameI18n[language] ?? type.name}</bdi>
          </span>
          {otherName && (
            <span>
              <bdi>{otherName}</bdi>
            </span>
          )}
          {city && (
            <span>
              <bdi>{city}</bdi>
            </span>
          )}
          {country && <span>{countryName(language, country)}</span>}
        </>
      }
      actions={<RetailerSteps retailer={retailer} />}
      note={<RetailerStatusNote retailer={retailer} onFix={show} />}
      tabs={{
        all: tabNames.map((name) => ({ name, title: t(`tabs.${name}`) })),
        current,
        onChange: (name) => show(name as TabName),
      }}
      aside={
        current === "overview" && (
          <ActivityPanel
            operation={retailers.activity}
            id={retailer.id}
            texts={texts}
            t={t}
            onAll={() => show("history")}
          />
        )
      }
    >
      {current === "overview" && (
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <RetailerOverview retailer={retailer} onShow={show} />
        </Suspense>
      )}
      {current === "history" && <ActivityPanel operation={retailers.activity} id={retailer.id} texts={texts} t={t} />}
      {Part && (
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <Part retailer={retailer} />
        </Suspense>
      )}
    </RecordPage>
  );
}

function Logo({ retailer: { id, tradingName, logoFileId, logoAlt, logoAltI18n } }: { readonly retailer: Retailer }) {
  const alt = logoAltI18n[useLanguage()] ?? logoAlt ?? "";
  return <LogoMark id={id} name={tradingName} logoFileId={logoFileId} alt={alt} sizePx={48} />;
}

const detailsPath = "/apps/retailer/retailer-details";

/** Which part is looked at: the details have an address of their own (spec 000 §2), the others are a word of the query. */
function useTab(id: string) {
  const router = useRouter();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [tab] = useSearchParam("tab");
  const isDetails = path.startsWith(detailsPath);
  const asked = tabNames.find((name) => name === tab) ?? "overview";
  const show = (name: TabName) => {
    const to = name === "details" ? `${detailsPath}/${id}` : `/apps/retailer/retailers/${id}`;
    const search = name === "details" || name === "overview" ? {} : { tab: name };
    void router.navigate({ to, search, resetScroll: false });
  };
  return { current: isDetails ? ("details" as const) : asked, show };
}
