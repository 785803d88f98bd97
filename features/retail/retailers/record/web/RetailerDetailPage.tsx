import { useLocation, useParams, useRouter } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { type Retailer, retailers } from "#features/retail/retailers/contract.ts";
import { RetailerActions } from "#features/retail/retailers/record/web/RetailerActions.tsx";
import { RetailerStatusBadge } from "#features/retail/retailers/record/web/RetailerStatusBadge.tsx";
import { RetailerStatusNote } from "#features/retail/retailers/record/web/RetailerStatusNote.tsx";
import { retailerScreens, RetailerLogo } from "#features/retail/retailers/record/web/screens.tsx";
import { useRetailerFormatters } from "#features/retail/retailers/record/web/useRetailerFormatters.ts";
import { countryName, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { loadForms } from "#web/records/loadForms.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Part = ComponentType<{
  readonly retailer: Retailer;
  /** The user came to add what is missing: the dialog for it is open. */
  readonly startsAdding?: boolean;
}>;
const part = (load: () => Promise<Part>) => lazy(async () => ({ default: await load() }));

// Requested when the route was entered (routes.tsx), as the form.
const RetailerOverview = lazy(() =>
  import("#features/retail/retailers/record/web/RetailerOverview.tsx").then((module) => ({
    default: module.RetailerOverview,
  })),
);
const Details = lazy(async () => {
  const { EditForm, own } = await loadForms(retailerScreens);
  return {
    default: ({ retailer }: { readonly retailer: Retailer }) => (
      <EditForm {...own} record={retailer} wanted={null} onReached={() => {}} />
    ),
  };
});
const parts = {
  details: Details,
  locations: part(() =>
    import("#features/retail/retailers/locations/web/LocationsTab.tsx").then((m) => m.LocationsTab),
  ),
  hours: part(() => import("#features/retail/retailers/hours/web/HoursTab.tsx").then((m) => m.HoursTab)),
  contacts: part(() => import("#features/retail/retailers/contacts/web/ContactsTab.tsx").then((m) => m.ContactsTab)),
  kyc: part(() => import("#features/retail/retailers/kyc/web/KycTab.tsx").then((m) => m.KycTab)),
  products: part(() => import("#features/retail/retailers/record/web/ProductsTab.tsx").then((m) => m.ProductsTab)),
  settlement: part(() =>
    import("#features/retail/retailers/settlement/web/SettlementTab.tsx").then((m) => m.SettlementTab),
  ),
  notes: part(() => import("#features/retail/retailers/notes/web/NotesTab.tsx").then((m) => m.NotesTab)),
};
const tabNames = ["overview", ...(Object.keys(parts) as (keyof typeof parts)[]), "history"] as const;
type TabName = (typeof tabNames)[number];

/** One retailer, on the tab that the address names. */
export function RetailerDetailPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(retailers.get, { id });
  if (data) return <DetailPage key={id} retailer={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

/** What a retailer is, its transitions, its parts and its history. */
function DetailPage({ retailer }: { readonly retailer: Retailer }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const texts = useRetailerFormatters();
  const { current, show, fix, panelKey, startsAdding } = useFix(useTab(retailer.id));
  const { tradingName, tradingNameI18n, status } = retailer;
  const counts: Partial<Record<TabName, number>> = {
    locations: retailer.locationsCount,
    contacts: retailer.contactsCount,
    products: retailer.productsCount,
  };
  const Panel = current === "overview" || current === "history" ? null : parts[current];
  return (
    <RecordPage
      list={{ name: "retailers", title: t("title"), path: "/apps/retailer/retailers" }}
      id={retailer.id}
      title={tradingNameI18n[language] ?? tradingName}
      crumb={retailer.code}
      picture={<RetailerLogo retailer={retailer} sizePx={48} />}
      badge={<RetailerStatusBadge status={status}>{t(`status.${status}`)}</RetailerStatusBadge>}
      facts={<RetailerFacts retailer={retailer} />}
      actions={<RetailerActions retailer={retailer} />}
      note={<RetailerStatusNote retailer={retailer} isForm={current === "details"} onFix={fix} />}
      tabs={{
        all: tabNames.map((name) => ({
          name,
          title: t(`tabs.${name}`),
          ...(counts[name] === undefined ? {} : { count: formatNumber(language, counts[name]) }),
        })),
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
      {Panel && (
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <Panel key={panelKey} retailer={retailer} startsAdding={startsAdding} />
        </Suspense>
      )}
    </RecordPage>
  );
}

/** Its code, type, other name and place. */
function RetailerFacts({ retailer }: { readonly retailer: Retailer }) {
  const language = useLanguage();
  const { code, type, tradingName, tradingNameI18n, city, country } = retailer;
  const otherName = Object.entries(tradingNameI18n).find(
    ([tag, name]) => tag !== language && name !== tradingName,
  )?.[1];
  return (
    <>
      <span>{code}</span>
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
  );
}

/** Opens a part with the dialog for what is missing in it. Each request mounts the part again. */
function useFix({ current, show }: ReturnType<typeof useTab>) {
  const [request, setRequest] = useState({ part: "", count: 0 });
  const startsAdding = request.part === current;
  const showAndSet = (name: TabName, isFix: boolean) => {
    setRequest({ part: isFix ? name : "", count: request.count + 1 });
    show(name);
  };
  return {
    current,
    startsAdding,
    panelKey: startsAdding ? request.count : 0,
    show: (name: TabName) => showAndSet(name, false),
    fix: (name: TabName) => showAndSet(name, true),
  };
}

const detailsPath = "/apps/retailer/retailer-details";

/** The current tab. The details have an address of their own (spec 000 §2), the others are a parameter. */
function useTab(id: string) {
  const router = useRouter();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [tab] = useSearchParam("tab");
  const isDetails = path.startsWith(detailsPath);
  const requested = tabNames.find((name) => name === tab) ?? "overview";
  const show = (name: TabName) => {
    const to = name === "details" ? `${detailsPath}/${id}` : `/apps/retailer/retailers/${id}`;
    const search = name === "details" || name === "overview" ? {} : { tab: name };
    void router.navigate({ to, search, resetScroll: false });
  };
  return { current: isDetails ? ("details" as const) : requested, show };
}
