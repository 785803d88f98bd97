import { Button, Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { everyDay } from "#base/days.ts";
import { type BrandFunding, type Funding, funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { statements } from "#features/loyalty/wallet/contract/statements.ts";
import { FactList } from "#features/loyalty/wallet/web/FactList.tsx";
import classes from "#features/loyalty/wallet/web/OverviewScreen.module.css";
import { formatDayMonth, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { rangeOf } from "#web/ui/chartRange.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LineChart } from "#web/ui/LineChart.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const TopUpDialog = lazy(() =>
  import("#features/loyalty/wallet/web/TopUpDialog.tsx").then((module) => ({ default: module.TopUpDialog })),
);
const AgreementDialog = lazy(() =>
  import("#features/loyalty/wallet/web/AgreementDialog.tsx").then((module) => ({ default: module.AgreementDialog })),
);

/** What a brand has to fund cashback and discounts, and how long it lasts. */
export function FundingScreen() {
  const t = useMessages("wallet");
  const { brandId: id = "" }: { brandId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(funding.get, { id });
  return (
    <Page
      title={data ? t("fundingPage.titleOf", { brand: data.brand }) : t("fundingPage.title")}
      layout="boxed"
      breadcrumbs={[{ title: t("overview.title"), to: "/apps/e-wallet" }, { title: t("fundingPage.title") }]}
      {...(data ? { lead: t("fundingPage.lead") } : {})}
      actions={data && <Actions data={data} />}
      keepsActions
    >
      {data ? (
        <Accounts data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={5} rowPx={48} />
      )}
    </Page>
  );
}

type FundingProps = { readonly data: Funding };

function Actions({ data }: FundingProps) {
  const t = useMessages("wallet");
  const can = useCan();
  const [open, setOpen] = useState<"topUp" | "agreement" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <LinkButton
        to="/apps/e-wallet/statements"
        search={{ owner: "brand", id: data.brandId }}
        operation={statements.get}
        variant="default"
      >
        {t("statement")}
      </LinkButton>
      {can(funding.updateAgreement) && (
        <Button variant="default" onClick={() => setOpen("agreement")}>
          {t("fundingPage.terms")}
        </Button>
      )}
      {can(funding.topUp) && <Button onClick={() => setOpen("topUp")}>{t("fundingPage.topUp")}</Button>}
      <Suspense>
        {open === "topUp" && <TopUpDialog funding={data} onClose={close} />}
        {open === "agreement" && <AgreementDialog funding={data} onClose={close} />}
      </Suspense>
    </>
  );
}

function Accounts({ data }: { readonly data: Funding }) {
  const t = useMessages("wallet");
  if (data.accounts.length === 0) return <EmptyState title={t("fundingPage.noneTitle")} text={t("fundingPage.none")} />;
  return (
    <Stack gap="md" py="md">
      {data.accounts.map((account) => (
        <Account key={account.currency} account={account} days={data.days} />
      ))}
    </Stack>
  );
}

function Account({ account, days }: { readonly account: BrandFunding; readonly days: Funding["days"] }) {
  const t = useMessages("wallet");
  const language = useLanguage();
  const { currency } = account;
  const money = (minor: number) => minorText(language, minor, currency);
  const own = new Map(days.flatMap((each) => (each.currency === currency ? [[each.day, each]] : [])));
  const dates = everyDay([...own.keys()]);
  const spent = dates.map((day) => own.get(day)?.spentMinor ?? 0);
  return (
    <CardSection
      title={currency}
      badge={
        <StatusBadge tone={account.isLow ? "warn" : "ok"}>
          {account.isLow ? t("fundingPage.low") : t("fundingPage.enough")}
        </StatusBadge>
      }
    >
      <FactList
        facts={[
          [t("overview.balance"), money(account.balanceMinor)],
          [t("fundingPage.policyTitle"), t(`fundingPage.policy.${account.policy}`)],
          [t("fundingPage.limit"), account.limitMinor > 0 && money(account.limitMinor)],
          [
            t("fundingPage.warnBelow"),
            account.lowBalanceMinor === null ? t("fundingPage.noWarning") : money(account.lowBalanceMinor),
          ],
          [t("fundingPage.spent"), money(account.spent30Minor)],
          [
            t("fundingPage.runway"),
            account.runwayDays === null
              ? t("fundingPage.noSpending")
              : t("fundingPage.days", {
                  count: account.runwayDays,
                  figure: formatNumber(language, account.runwayDays),
                }),
          ],
        ]}
      />
      {dates.length > 1 && (
        <div className={classes.chart}>
          <LineChart
            lines={[{ values: spent }]}
            range={rangeOf([0, ...spent])}
            tickText={money}
            labelOf={(place) => formatDayMonth(language, dates[place]!)}
            summary={`${t("fundingPage.spent")}: ${money(account.spent30Minor)}`}
          />
        </div>
      )}
    </CardSection>
  );
}
