import { Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Output } from "#base/contract.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { PaypalExport } from "#features/loyalty/wallet/web/PaypalExport.tsx";
import { WalletTabs } from "#features/loyalty/wallet/web/WalletTabs.tsx";
import { formatDayMonth, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { rangeOf } from "#web/ui/chartRange.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
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
      <CardSection title={t("overview.balances")}>
        <FactTable
          label={t("overview.balances")}
          none={none}
          columns={[t("pending"), t("available"), t("held"), t("owed"), t("overview.clearing"), t("overview.funding")]}
          rows={data.amounts.map((row) => ({
            key: row.currency,
            cells: [
              row.pendingMinor,
              row.availableMinor,
              row.heldMinor,
              row.owedMinor,
              row.clearingMinor,
              row.brandFundingMinor,
            ].map((minor) => minorText(language, minor, row.currency)),
          }))}
        />
      </CardSection>
      <CardSection title={t("overview.cashback")}>
        <FactTable
          label={t("overview.cashback")}
          none={none}
          columns={[t("statusTitle"), t("overview.count"), t("amount")]}
          rows={data.cashbackByStatus.map(({ status, currency, count, amountMinor }) => ({
            key: `${status} ${currency}`,
            cells: [
              t(`cashbackStatus.${status}`),
              formatNumber(language, count),
              minorText(language, amountMinor, currency),
            ],
          }))}
        />
      </CardSection>
      <Earned data={data} />
      <CardSection title={t("overview.batches")}>
        <FactTable
          label={t("overview.batches")}
          none={none}
          columns={[t("statusTitle"), t("overview.count")]}
          rows={data.openBatches.map(({ status, count }) => ({
            key: status,
            cells: [t(`batchStatus.${status}`), formatNumber(language, count)],
          }))}
        />
      </CardSection>
      <CardSection title={t("overview.low")}>
        <FactTable
          label={t("overview.low")}
          none={none}
          columns={[t("overview.brand"), t("overview.balance")]}
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

/** One chart for each currency: amounts of several can't be added. */
function Earned({ data }: OverviewProps) {
  const t = useMessages("wallet");
  const language = useLanguage();
  const currencies = [...new Set(data.days.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const days = data.days.filter((day) => day.currency === currency);
    const values = days.map(({ earnedMinor }) => earnedMinor);
    const money = (minor: number) => minorText(language, minor, currency);
    const total = money(values.reduce((sum, value) => sum + value, 0));
    return (
      <CardSection key={currency} title={t("overview.earned", { currency })} lead={t("overview.total", { total })}>
        <LineChart
          lines={[{ values }]}
          range={rangeOf([0, ...values])}
          tickText={money}
          labelOf={(place) => formatDayMonth(language, days[place]!.day)}
          summary={t("overview.total", { total })}
        />
      </CardSection>
    );
  });
}
