import { useParams } from "@tanstack/react-router";
import { funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { WalletTabs } from "#features/loyalty/wallet/web/WalletTabs.tsx";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What a brand has to fund cashback, and how long it lasts. */
export function FundingScreen() {
  const t = useMessages("wallet");
  const language = useLanguage();
  const { brandId: id = "" }: { brandId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(funding.get, { id });
  return (
    <Page title={t("fundingPage.title")}>
      <WalletTabs />
      {data ? (
        <FactTable
          label={t("fundingPage.title")}
          none={t("overview.none")}
          columns={[t("overview.balance"), t("fundingPage.spent"), t("fundingPage.runway"), t("fundingPage.state")]}
          rows={data.accounts.map((account) => ({
            key: account.currency,
            cells: [
              minorText(language, account.balanceMinor, account.currency),
              minorText(language, account.spent30Minor, account.currency),
              account.runwayDays === null ? "" : formatNumber(language, account.runwayDays),
              account.isLow ? t("fundingPage.low") : t("fundingPage.enough"),
            ],
          }))}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={5} rowPx={48} />
      )}
    </Page>
  );
}
