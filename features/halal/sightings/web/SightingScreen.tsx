import { Select } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { countryCodes } from "#base/countries.ts";
import { type MarketMonth, type SightingMarket, sightings } from "#features/halal/sightings/contract.ts";
import { MonthTable } from "#features/halal/sightings/web/MonthTable.tsx";
import classes from "#features/halal/sightings/web/SightingScreen.module.css";
import { countryName, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const SightingDialog = lazy(() =>
  import("#features/halal/sightings/web/SightingDialog.tsx").then((module) => ({ default: module.SightingDialog })),
);

/** The first days of the Hijri months around now in a market: computed, or confirmed with a user and a source. */
export function SightingScreen() {
  const t = useMessages("sightings");
  const can = useCan();
  const [asked, setAsked] = useSearchParam("market");
  const [edited, setEdited] = useState<MarketMonth | null>(null);
  const isCountry = countryCodes.includes(asked);
  const { data, error, refetch, isFetching } = useRead(sightings.list, isCountry ? { market: asked } : {});
  const market = data?.market ?? null;
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      breadcrumbs={[{ title: t("retailers"), to: "/apps/retailer/retailers" }, { title: t("title") }]}
    >
      {data && (
        <div className={classes.screen}>
          <MarketChoice market={market} markets={data.markets} onChange={setAsked} />
          <MonthTable months={data.months} onEdit={can(sightings.confirm) ? setEdited : null} />
        </div>
      )}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={12} />}
      <Suspense>
        {edited && market && <SightingDialog market={market} month={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </Page>
  );
}

type MarketChoiceProps = {
  readonly market: string | null;
  readonly markets: readonly SightingMarket[];
  readonly onChange: (market: string) => void;
};

/** Known markets first, sorted by their locations with Ramadan hours, then all other countries. */
function MarketChoice({ market, markets, onChange }: MarketChoiceProps) {
  const t = useMessages("sightings");
  const language = useLanguage();
  const used = markets.map((each) => each.market);
  const option = (code: string) => ({ value: code, label: countryName(language, code) });
  const others = countryCodes
    .filter((code) => !used.includes(code))
    .map(option)
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const count = markets.find((each) => each.market === market)?.ramadanLocationsCount ?? 0;
  return (
    <Select
      label={t("market")}
      description={t("marketText", { count, figure: formatNumber(language, count) })}
      className={classes.market}
      searchable
      allowDeselect={false}
      data={[
        { group: t("markets.used"), items: used.map(option) },
        { group: t("markets.others"), items: others },
      ].filter(({ items }) => items.length > 0)}
      value={market}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
