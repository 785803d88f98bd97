import { useState } from "react";
import { addDays, type Day } from "#base/days.ts";
import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import {
  redemptions,
  resultDaysMax,
  type PromocodeResults,
} from "#features/loyalty/promocodes/contract/redemptions.ts";
import { DayChart } from "#features/loyalty/promocodes/redemptions/web/DayChart.tsx";
import classes from "#features/loyalty/promocodes/redemptions/web/ResultsPart.module.css";
import { ShareBars } from "#features/loyalty/promocodes/redemptions/web/ShareBars.tsx";
import { formatNumber } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useRead } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const lengths = [7, 30, resultDaysMax] as const;

/** What a promocode did: uses and cost by day, by retailer, and why calls were refused. */
export function ResultsPart({ record }: { readonly record: Promocode }) {
  const t = useMessages("redemptions");
  const [length, setLength] = useState<number>(30);
  const period = periodOf(record, length);
  const { data, error, refetch, isFetching } = useRead(redemptions.results, { id: record.id, ...period });
  return (
    <div className={classes.results}>
      <div className={classes.periods} role="group" aria-label={t("results.period")}>
        {lengths.map((each) => (
          <button key={each} type="button" aria-pressed={each === length} onClick={() => setLength(each)}>
            {t("results.days", { count: each })}
          </button>
        ))}
      </div>
      {data ? (
        <Charts results={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={8} rowPx={40} />
      )}
    </div>
  );
}

/** Until today; of a promocode that has ended, until its last day. */
function periodOf({ endsAt }: Promocode, length: number): { from: Day; to: Day } {
  const today = localDay(Date.now());
  const last = endsAt === null ? today : endsAt.slice(0, 10);
  const to = last < today ? last : today;
  return { from: addDays(to, 1 - length), to };
}

function Charts({ results }: { readonly results: PromocodeResults }) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  const { days, retailers, refusals, currency } = results;
  const money = (amountMinor: number) => minorText(language, amountMinor, currency);
  const figure = (count: number) => formatNumber(language, count);
  return (
    <>
      <DayChart
        title={t("results.uses")}
        days={days.map(({ day, uses }) => ({ day, value: uses }))}
        textOf={figure}
        valueTitle={t("results.usesColumn")}
        none={t("results.noUses")}
      />
      <DayChart
        title={t("results.cost")}
        days={days.map(({ day, costMinor }) => ({ day, value: costMinor }))}
        textOf={money}
        valueTitle={t("results.costColumn")}
        none={t("results.noUses")}
      />
      <CardSection title={t("results.retailers")}>
        <ShareBars
          none={t("results.noUses")}
          columns={[t("columns.retailer"), t("results.costColumn"), t("results.usesColumn")]}
          rows={retailers.map(({ id, name, nameI18n, uses, costMinor }) => ({
            key: id ?? "rest",
            name: id === null ? t("results.rest") : (nameI18n[language] ?? name ?? t("another")),
            value: costMinor,
            text: money(costMinor),
            more: figure(uses),
          }))}
        />
      </CardSection>
      <CardSection title={t("results.refusals")} lead={t("results.refusalsLead")}>
        <ShareBars
          none={t("results.noRefusals")}
          columns={[t("results.reason"), t("results.refusalsColumn")]}
          rows={refusals.map(({ reason, count }) => ({
            key: reason,
            name: t(`reasons.${reason as "code_disabled"}`, { defaultValue: reason }),
            value: count,
            text: figure(count),
          }))}
        />
      </CardSection>
    </>
  );
}
