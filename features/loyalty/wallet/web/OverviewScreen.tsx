import { Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Output } from "#base/contract.ts";
import { everyDay } from "#base/days.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { type CashbackStatus, cashbackStatuses } from "#features/loyalty/wallet/rules/cashback.ts";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { PaypalExport } from "#features/loyalty/wallet/web/PaypalExport.tsx";
import { WalletTabs } from "#features/loyalty/wallet/web/WalletTabs.tsx";
import classes from "#features/loyalty/wallet/web/OverviewScreen.module.css";
import { batchTones, cashbackTones } from "#features/loyalty/wallet/web/useWalletTexts.ts";
import { minorText } from "#web/record/minorText.ts";
import { formatDayMonth, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { rangeOf } from "#web/ui/chartRange.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { LineChart } from "#web/ui/LineChart.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What all members have, what waits, and what needs attention. */
export function OverviewScreen() {
  const t = useMessages("wallet");
  const { data, error, refetch, isFetching } = useRead(overview.get, {});
  return (
    <Page title={t("overview.title")} actions={<PaypalExport />} keepsActions>
      <WalletTabs />
      {data ? (
        <Overview data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={9} rowPx={48} />
      )}
    </Page>
  );
}

type OverviewProps = { readonly data: Output<typeof overview.get> };

function Overview({ data }: OverviewProps) {
  const t = useMessages("wallet");
  const language = useLanguage();
  const none = t("overview.none");
  return (
    <Stack gap="md" py="md">
      <Balances data={data} />
      <CashbackByStatus data={data} />
      <Earned data={data} />
      <CardSection title={t("overview.batches")}>
        <FactTable
          label={t("overview.batches")}
          none={none}
          columns={[t("statusTitle"), { figure: t("overview.count") }]}
          rows={data.openBatches.map(({ status, count }) => ({
            key: status,
            cells: [
              <StatusBadge key="status" tone={batchTones[status]}>
                {t(`batchStatus.${status}`)}
              </StatusBadge>,
              formatNumber(language, count),
            ],
          }))}
        />
      </CardSection>
      <CardSection title={t("overview.low")}>
        <FactTable
          label={t("overview.low")}
          none={t("overview.noLow")}
          columns={[t("overview.brand"), { figure: t("overview.balance") }]}
          rows={data.lowBrands.map(({ brandId, brand, currency, balanceMinor }) => ({
            key: `${brandId} ${currency}`,
            cells: [
              <Link key="brand" to={`/apps/e-wallet/funding/${brandId}`}>
                <bdi>{brand}</bdi>
              </Link>,
              minorText(language, balanceMinor, currency),
            ],
          }))}
        />
      </CardSection>
    </Stack>
  );
}

function Balances({ data }: OverviewProps) {
  const t = useMessages("wallet");
  const language = useLanguage();
  return (
    <CardSection title={t("overview.balances")}>
      <FactTable
        label={t("overview.balances")}
        none={t("overview.none")}
        columns={[
          t("columns.currency"),
          ...[t("pending"), t("available"), t("held"), t("owed"), t("overview.clearing"), t("overview.funding")].map(
            (figure) => ({ figure }),
          ),
        ]}
        rows={data.amounts.map((row) => ({
          key: row.currency,
          cells: [
            row.currency,
            ...[
              row.pendingMinor,
              row.availableMinor,
              row.heldMinor,
              row.owedMinor,
              row.clearingMinor,
              row.brandFundingMinor,
            ].map((minor) => minorText(language, minor, row.currency)),
          ],
        }))}
      />
    </CardSection>
  );
}

function CashbackByStatus({ data }: OverviewProps) {
  const t = useMessages("wallet");
  const language = useLanguage();
  return (
    <CardSection title={t("overview.cashback")}>
      <FactTable
        label={t("overview.cashback")}
        none={t("overview.none")}
        columns={[t("statusTitle"), { figure: t("overview.count") }, { figure: t("amount") }]}
        rows={data.cashbackByStatus.toSorted(byLife).map(({ status, currency, count, amountMinor }) => ({
          key: `${status} ${currency}`,
          cells: [
            <StatusBadge key="status" tone={cashbackTones[status]}>
              {t(`cashbackStatus.${status}`)}
            </StatusBadge>,
            formatNumber(language, count),
            minorText(language, amountMinor, currency),
          ],
        }))}
      />
    </CardSection>
  );
}

/** In the order in which an entry takes them. */
const byLife = (a: { readonly status: CashbackStatus }, b: { readonly status: CashbackStatus }) =>
  cashbackStatuses.indexOf(a.status) - cashbackStatuses.indexOf(b.status);

/** One chart for each currency: amounts of several can't be added. */
function Earned({ data }: OverviewProps) {
  const t = useMessages("wallet");
  const language = useLanguage();
  const currencies = [...new Set(data.days.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const earnedOn = new Map(
      data.days.flatMap((day) => (day.currency === currency ? [[day.day, day.earnedMinor]] : [])),
    );
    const days = everyDay([...earnedOn.keys()]);
    const values = days.map((day) => earnedOn.get(day) ?? 0);
    const money = (minor: number) => minorText(language, minor, currency);
    const total = money(values.reduce((sum, value) => sum + value, 0));
    return (
      <CardSection key={currency} title={t("overview.earned", { currency })} lead={t("overview.total", { total })}>
        <div className={classes.chart}>
          <LineChart
            lines={[{ values }]}
            range={rangeOf([0, ...values])}
            tickText={money}
            labelOf={(place) => formatDayMonth(language, days[place]!)}
            summary={t("overview.total", { total })}
          />
        </div>
      </CardSection>
    );
  });
}
