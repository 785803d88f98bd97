import { Button, Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { cashbackLimits } from "#features/loyalty/wallet/contract/cashback.ts";
import { type Wallet, wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { formatDate, formatDateTime } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { minorText } from "#web/record/minorText.ts";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const uuidLength = 36;

/** One member's wallet. The list has a row for each currency, whose id begins with the member's. */
export function WalletScreen() {
  const { walletId = "" }: { walletId?: string } = useParams({ strict: false });
  const memberId = walletId.slice(0, uuidLength);
  const { data, error, refetch, isFetching } = useRead(wallets.get, { memberId });
  if (data) return <OneWallet id={walletId} wallet={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={48} />;
}

function OneWallet({ id, wallet }: { readonly id: string; readonly wallet: Wallet }) {
  const t = useMessages("wallet");
  const language = useLanguage();
  return (
    <RecordPage
      list={{ name: "wallet", title: t("title"), path: "/apps/e-wallet/wallets" }}
      id={id}
      title={wallet.member}
      crumb={wallet.member}
      facts={wallet.payoutMethod && <bdi dir="ltr">{wallet.payoutMethod.recipient}</bdi>}
      actions={<FreezeButton wallet={wallet} />}
    >
      <Stack gap="md" py="md">
        <CardSection title={t("overview.balances")}>
          <FactTable
            label={t("overview.balances")}
            none={t("overview.none")}
            columns={[t("pending"), t("available"), t("held")]}
            rows={wallet.balances.map(({ currency, pendingMinor, availableMinor, heldMinor }) => ({
              key: currency,
              cells: [pendingMinor, availableMinor, heldMinor].map((minor) => minorText(language, minor, currency)),
            }))}
          />
        </CardSection>
        <Lots memberId={wallet.memberId} />
        <Transactions memberId={wallet.memberId} />
      </Stack>
    </RecordPage>
  );
}

function FreezeButton({ wallet }: { readonly wallet: Wallet }) {
  const t = useMessages("wallet");
  const can = useCan();
  const [isAsking, setAsking] = useState(false);
  const write = useWrite(wallets.freeze, { refreshes: [wallets.get, wallets.list] });
  if (!can(wallets.freeze) || wallet.balances.length === 0) return null;
  const isFrozen = wallet.balances.some((balance) => balance.isFrozen);
  const label = isFrozen ? t("unfreeze") : t("freeze");
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={label}
          text={t("freezeText")}
          confirmLabel={label}
          reasonMax={cashbackLimits.reason}
          isPending={write.isPending}
          error={write.error}
          onConfirm={(reason) =>
            write.mutate(
              { memberId: wallet.memberId, isFrozen: !isFrozen, reason },
              { onSuccess: () => setAsking(false) },
            )
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Lots({ memberId }: { readonly memberId: string }) {
  const t = useMessages("wallet");
  const language = useLanguage();
  const { data } = useRead(wallets.lots, { memberId });
  return (
    <CardSection title={t("lots")} isBusy={!data}>
      <FactTable
        label={t("lots")}
        none={t("overview.none")}
        columns={[t("amount"), t("expires")]}
        rows={(data?.rows ?? []).map(({ cashbackId, currency, leftMinor, expiresAt }) => ({
          key: cashbackId,
          cells: [
            minorText(language, leftMinor, currency),
            expiresAt === null ? t("never") : formatDate(language, expiresAt),
          ],
        }))}
      />
    </CardSection>
  );
}

function Transactions({ memberId }: { readonly memberId: string }) {
  const t = useMessages("wallet");
  const language = useLanguage();
  const { data } = useRead(wallets.transactions, { memberId });
  return (
    <CardSection title={t("transactions")} isBusy={!data}>
      <FactTable
        label={t("transactions")}
        none={t("overview.none")}
        columns={[t("at"), t("amount"), t("overview.balance"), t("reason")]}
        rows={(data?.rows ?? []).map((row, place) => ({
          key: `${row.number} ${place}`,
          cells: [
            formatDateTime(language, row.at),
            minorText(language, row.amountMinor, row.currency),
            minorText(language, row.balanceMinor, row.currency),
            <bdi key="reason">{row.reason}</bdi>,
          ],
        }))}
      />
    </CardSection>
  );
}
