import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import { countryName, formatNumber } from "#web/formats.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconCopy } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { Tabs } from "#web/ui/Tabs.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// Loading since the route was entered (routes.tsx).
const CataloguePane = lazy(() =>
  import("#features/retail/assignments/panes/web/CataloguePane.tsx").then((module) => ({
    default: module.CataloguePane,
  })),
);
const AssignedPane = lazy(() =>
  import("#features/retail/assignments/panes/web/AssignedPane.tsx").then((module) => ({
    default: module.AssignedPane,
  })),
);
const MatrixPane = lazy(() =>
  import("#features/retail/assignments/matrix/web/MatrixPane.tsx").then((module) => ({ default: module.MatrixPane })),
);
const ShopHistory = lazy(() =>
  import("#features/retail/assignments/history/web/RetailerHistory.tsx").then((module) => ({
    default: module.RetailerHistory,
  })),
);
const CopyDialog = lazy(() =>
  import("#features/retail/assignments/changes/web/CopyDialog.tsx").then((module) => ({ default: module.CopyDialog })),
);

const tabNames = ["assign", "assigned", "matrix", "activity"] as const;
type TabName = (typeof tabNames)[number];

/** What one retailer sells and could sell, with a matrix of all its branches. */
export function AssignScreen() {
  const { retailerId = "" }: { retailerId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(assignments.shop, { retailerId });
  if (data) return <RetailerProducts key={retailerId} shop={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function RetailerProducts({ shop }: { readonly shop: RetailerSettings }) {
  const t = useMessages("assignments");
  const language = useLanguage();
  const can = useCan();
  const [tab, setTab] = useSearchParam("tab");
  const [isCopying, setCopying] = useState(false);
  const mayChange = can(assignments.preview);
  const name = shop.nameI18n[language] ?? shop.name;
  const isChain = shop.branches.length > 1;
  const isOffered: Readonly<Record<TabName, boolean>> = {
    assign: mayChange,
    assigned: true,
    matrix: isChain,
    activity: shop.isWhole,
  };
  const names = tabNames.filter((each) => isOffered[each]);
  const current: TabName = names.find((each) => each === tab) ?? names[0]!;
  const open = shop.counts.active + shop.counts.paused + shop.counts.proposed;
  return (
    <Page
      title={t("title")}
      breadcrumbs={[
        { title: t("retailers"), to: "/apps/retailer/retailers" },
        { title: name, to: `/apps/retailer/retailers/${shop.id}` },
        { title: t("crumb") },
      ]}
      lead={
        <>
          <bdi>{name}</bdi> · <bdi>{shop.code}</bdi> · {shop.country && `${countryName(language, shop.country)} · `}
          {t("locations", { count: shop.locations.length, figure: formatNumber(language, shop.locations.length) })}
        </>
      }
      actions={<Actions mayChange={mayChange} onCopy={() => setCopying(true)} />}
    >
      <Tabs
        label={t("title")}
        tabs={names.map((each) => ({
          name: each,
          title: t(`tabs.${each}`),
          ...(each === "assigned" ? { count: formatNumber(language, open) } : {}),
        }))}
        current={current}
        onChange={(next) => setTab(next === names[0] ? "" : next)}
      >
        <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
          {current === "assign" && <CataloguePane target={{ ...shop, retailerIds: [shop.id] }} />}
          {current === "assigned" && <AssignedPane shop={shop} />}
          {current === "matrix" && <MatrixPane shop={shop} />}
          {current === "activity" && <ShopHistory shop={shop} />}
        </Suspense>
      </Tabs>
      {isCopying && (
        <Suspense>
          <CopyDialog shop={shop} onClose={() => setCopying(false)} />
        </Suspense>
      )}
    </Page>
  );
}

type ActionsProps = { readonly mayChange: boolean; readonly onCopy: () => void };

function Actions({ mayChange, onCopy }: ActionsProps) {
  const t = useMessages("assignments");
  return (
    <>
      {mayChange && (
        <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={onCopy}>
          {t("copy.button")}
        </Button>
      )}
      <ImportButton operation={assignments.importTemplate} to="/apps/import/assignments" label={t("import")} />
    </>
  );
}
