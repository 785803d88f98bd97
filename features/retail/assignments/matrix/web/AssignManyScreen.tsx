import { lazy, Suspense } from "react";
import { assignmentLimits } from "#features/retail/assignments/contract/changes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { RetailerWithCounts } from "#features/retail/assignments/contract/rows.ts";
import type { AssignTarget } from "#features/retail/assignments/panes/web/CataloguePane.tsx";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { useRead } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconBuildingStore } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

// Loading since the route was entered (routes.tsx).
const CataloguePane = lazy(() =>
  import("#features/retail/assignments/panes/web/CataloguePane.tsx").then((module) => ({
    default: module.CataloguePane,
  })),
);

const listPath = "/apps/retailer/retailers";

/** Assigns products to several retailers, which the address names. */
export function AssignManyScreen() {
  const t = useMessages("assignments");
  const [named] = useSearchParam("for");
  const ids = named.split(",").filter(Boolean).slice(0, assignmentLimits.retailersMax);
  const { data, error, refetch, isFetching } = useRead(assignments.listShops, { ids }, { isEnabled: ids.length > 0 });
  const shops = ids.length === 0 ? [] : data?.rows;
  return (
    <Page
      title={t("title")}
      breadcrumbs={[{ title: t("retailers"), to: listPath }, { title: t("many.crumb") }]}
      lead={shops && <Names shops={shops} />}
    >
      {shops === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <SkeletonRows rows={9} rowPx={56} />
        )
      ) : shops.length === 0 ? (
        <EmptyState
          icon={<IconBuildingStore size={24} aria-hidden />}
          title={t("many.none")}
          text={t("many.noneText")}
          action={<LinkButton to={listPath}>{t("retailers")}</LinkButton>}
        />
      ) : (
        <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
          <CataloguePane key={named} target={targetOf(shops)} />
        </Suspense>
      )}
    </Page>
  );
}

const noLocations: AssignTarget["locations"] = [];

function targetOf(shops: readonly RetailerWithCounts[]): AssignTarget {
  const currencies = new Set(shops.map(({ currency }) => currency));
  const [currency = null] = currencies;
  return {
    retailerIds: shops.map(({ id }) => id),
    locations: noLocations,
    timezone: null,
    currency: currencies.size === 1 ? currency : null,
  };
}

/** This many are named, and the rest counted. */
const namesMax = 5;

function Names({ shops }: { readonly shops: readonly RetailerWithCounts[] }) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const rest = shops.length - namesMax;
  return (
    <>
      {t("many.retailers", { count: shops.length, figure: texts.figure(shops.length) })}
      {shops.slice(0, namesMax).map((shop) => (
        <span key={shop.id}>
          {" · "}
          <bdi>{texts.nameOf(shop)}</bdi>
        </span>
      ))}
      {rest > 0 && ` · ${t("history.more", { figure: texts.figure(rest) })}`}
    </>
  );
}
