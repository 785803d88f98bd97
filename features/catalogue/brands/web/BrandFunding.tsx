import { Stack } from "@mantine/core";
import type { Brand } from "#features/catalogue/brands/contract.ts";
import { funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconWallet } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What a brand has to fund cashback and discounts; its top-ups and terms are a screen of the e-wallet. */
export function BrandFunding({ record: brand }: { readonly record: Brand }) {
  const t = useMessages("brands");
  const language = useLanguage();
  const { data, error, refetch, isFetching } = useRead(funding.get, { id: brand.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={3} rowPx={48} />;
  const link = (
    <LinkButton to={`/apps/e-wallet/funding/${brand.id}`} operation={funding.get} variant="default">
      {t("funding.open")}
    </LinkButton>
  );
  if (data.accounts.length === 0)
    return (
      <EmptyState
        icon={<IconWallet aria-hidden />}
        title={t("funding.none")}
        text={t("funding.noneText")}
        action={link}
      />
    );
  return (
    <Stack gap="md" py="md" align="flex-start">
      {data.accounts.map(({ currency, balanceMinor, isLow, runwayDays, spent30Minor }) => (
        <CardSection
          key={currency}
          title={minorText(language, balanceMinor, currency)}
          badge={<StatusBadge tone={isLow ? "warn" : "ok"}>{t(isLow ? "funding.low" : "funding.enough")}</StatusBadge>}
        >
          <p>
            {runwayDays === null
              ? t("funding.noSpending")
              : t("funding.runway", {
                  count: runwayDays,
                  figure: formatNumber(language, runwayDays),
                  spent: minorText(language, spent30Minor, currency),
                })}
          </p>
        </CardSection>
      ))}
      {link}
    </Stack>
  );
}
