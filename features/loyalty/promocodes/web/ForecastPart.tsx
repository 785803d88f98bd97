import { Button, Progress } from "@mantine/core";
import { useState } from "react";
import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import {
  type Forecast,
  type ForecastResult,
  forecastDays,
  forecasts,
} from "#features/loyalty/promocodes/contract/forecasts.ts";
import { ForecastChart } from "#features/loyalty/promocodes/web/ForecastChart.tsx";
import classes from "#features/loyalty/promocodes/web/ForecastPart.module.css";
import { formatDate, formatDateTime, formatLastDay, formatNumber, formatPercent } from "#web/formats.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { newId } from "#web/newId.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { textOf } from "#web/textOf.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** While it is computed. */
const progressEveryMs = 1000;
const isActive = ({ status }: Forecast) => status === "waiting" || status === "running";

/** What the draft would have cost on the orders of the last days, for those who submit and who approve it. */
export function ForecastPart({ record }: { readonly record: Promocode }) {
  const t = useMessages("promocodes");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const every = isBusy ? { everyMs: progressEveryMs } : {};
  const { data, error, refetch, isFetching } = useRead(forecasts.get, { id: record.id }, every);
  const start = useWrite(forecasts.start, { refreshes: [forecasts.get] });
  const cancel = useWrite(forecasts.cancel, { refreshes: [forecasts.get] });
  const onError = (failure: Error) => toast({ variant: "error", text: textOf(failure) });
  const forecast = data?.forecast ?? null;
  const isRunning = forecast !== null && isActive(forecast);
  if (isRunning !== isBusy) setBusy(isRunning);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={3} rowPx={56} />;
  const handleStart = () => start.mutate({ id: record.id, forecastId: newId() }, { onError });
  const handleCancel = () => forecast && cancel.mutate({ id: record.id, forecastId: forecast.id }, { onError });
  return (
    <div className={classes.part}>
      <CardSection
        title={t("forecast.title")}
        lead={t("forecast.lead", { days: forecastDays })}
        badge={
          isRunning ? (
            <Button variant="default" loading={cancel.isPending} onClick={handleCancel}>
              {t("forecast.cancel")}
            </Button>
          ) : (
            <Button variant="default" loading={start.isPending} onClick={handleStart}>
              {t(forecast === null ? "forecast.start" : "forecast.again")}
            </Button>
          )
        }
      >
        {forecast !== null && <State forecast={forecast} />}
        {forecast?.result && <Result forecast={forecast} result={forecast.result} />}
        <Limits isOfBrand={record.ownerBrandId !== null} />
      </CardSection>
    </div>
  );
}

function State({ forecast }: { readonly forecast: Forecast }) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const { status, orders, ordersRead, isOutdated, createdAt, createdByName, recordVersion } = forecast;
  const values = { done: formatNumber(language, ordersRead), all: formatNumber(language, orders) };
  if (isActive(forecast))
    return (
      <div className={classes.state} role="status">
        <span>{status === "waiting" ? t("forecast.waiting") : t("forecast.progress", values)}</span>
        <Progress
          value={orders === 0 ? 0 : (100 * ordersRead) / orders}
          aria-label={t("forecast.progressLabel")}
          size="sm"
        />
      </div>
    );
  const by = {
    at: formatDateTime(language, createdAt),
    who: createdByName ?? "",
    version: formatNumber(language, recordVersion),
  };
  return (
    <p className={classes.state}>
      {isOutdated && <StatusBadge tone="warn">{t("forecast.outdated")}</StatusBadge>}
      {status !== "done" && (
        <StatusBadge tone="mute">{t(`forecast.status.${status === "failed" ? "failed" : "cancelled"}`)}</StatusBadge>
      )}
      <span>{t(createdByName === null ? "forecast.computed" : "forecast.computedBy", by)}</span>
    </p>
  );
}

type ResultProps = { readonly forecast: Forecast; readonly result: ForecastResult };

function Result({ forecast, result }: ResultProps) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const { currency, from, until, ordersRead } = forecast;
  const money = (amountMinor: number) => minorText(language, amountMinor, currency);
  const figure = (count: number) => formatNumber(language, count);
  return (
    <>
      <p className={classes.read}>
        {t("forecast.read", {
          count: ordersRead,
          figure: figure(ordersRead),
          from: formatDate(language, from),
          until: formatLastDay(language, until),
        })}
      </p>
      <dl className={classes.figures}>
        <Figure name={t("forecast.uses")} value={figure(result.uses)} />
        <Figure name={t("forecast.discount")} value={money(result.discountMinor)} />
        <Figure name={t("forecast.cashback")} value={money(result.cashbackMinor)} />
        <Figure name={t("forecast.perDay")} value={money(Math.round(result.costMinor / result.days.length))} />
      </dl>
      <ForecastChart days={result.days} money={money} />
      <Budget result={result} />
      <Shares result={result} money={money} />
      <Refused result={result} />
    </>
  );
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Budget({ result: { budgetDays, budgetEndsOn, isBudgetReplayed } }: { readonly result: ForecastResult }) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  if (budgetDays === null || budgetEndsOn === null)
    return <p className={classes.budget}>{t("forecast.noBudgetEnd")}</p>;
  const values = {
    count: budgetDays,
    figure: formatNumber(language, budgetDays),
    day: formatDate(language, budgetEndsOn),
  };
  return (
    <p className={classes.budget}>
      {t(isBudgetReplayed ? "forecast.budgetReplayed" : "forecast.budgetEstimated", values)}
    </p>
  );
}

function Shares({
  result,
  money,
}: {
  readonly result: ForecastResult;
  readonly money: (amountMinor: number) => string;
}) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  if (result.costMinor === 0) return null;
  const shares = { brandBps: result.brandMinor, retailerBps: result.retailerMinor, platformBps: result.platformMinor };
  return (
    <section className={classes.funding}>
      <h3>{t("forecast.funding")}</h3>
      <ul className={classes.list}>
        {Object.entries(shares).map(([funder, amount]) => (
          <li key={funder}>
            <span>{t(`funding.${funder as keyof typeof shares}`)}</span>
            <span>
              {money(amount)} · {formatPercent(language, amount / result.costMinor)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Refused({ result: { refused } }: { readonly result: ForecastResult }) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  if (refused.length === 0) return null;
  // A finding of the promotion rule has no message of its own.
  const textOfReason = (reason: string) =>
    t(`refusals.${reason}` as MessageKey<"promocodes">, { defaultValue: t("refusals.line_not_promotable") });
  return (
    <section className={classes.funding}>
      <h3>{t("forecast.refused")}</h3>
      <ul className={classes.list}>
        {refused.map(({ reason, count }) => (
          <li key={reason}>
            <span>{textOfReason(reason)}</span>
            <span>{formatNumber(language, count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What it cannot know. */
function Limits({ isOfBrand }: { readonly isOfBrand: boolean }) {
  const t = useMessages("promocodes");
  return (
    <section className={classes.limits}>
      <h3>{t("forecast.limits")}</h3>
      <ul>
        <li>{t("forecast.onlyRedeemed")}</li>
        <li>{t("forecast.noDates")}</li>
        <li>{t("forecast.alone")}</li>
        {isOfBrand && <li>{t("forecast.onlyBrand")}</li>}
      </ul>
    </section>
  );
}
