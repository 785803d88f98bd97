import { Button, Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { cashbackLimits } from "#features/loyalty/wallet/contract/cashback.ts";
import { statements } from "#features/loyalty/wallet/contract/statements.ts";
import { type Wallet, wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { paypalStatuses } from "#features/loyalty/wallet/rules/payouts.ts";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { minorText } from "#web/record/minorText.ts";
import { formatDate, formatDateTime } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const uuidLength = 36;

/** One member's wallet. The list has a row for each currency, whose id begins with the member's. */
export function WalletScreen() {
  const { walletId = "" }: { walletId?: string } = useParams({ strict: false });
  const memberId = walletId.slice(0, uuidLength);
  const { data, error, refetch, isFetching } = useRead(wallets.get, { memberId });
  // Read at the same time, so that nothing moves when they come.
  const { isLoading: areLotsLoading } = useRead(wallets.lots, { memberId });
  const { isLoading: areTransactionsLoading } = useRead(wallets.transactions, { memberId });
  if (data && !areLotsLoading && !areTransactionsLoading) return <OneWallet id={walletId} wallet={data} />;
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
      actions={
        <>
          <LinkButton
            to="/apps/e-wallet/statements"
            search={{ owner: "member", id: wallet.memberId }}
            operation={statements.get}
            variant="default"
          >
            {t("statement")}
          </LinkButton>
          <FreezeButton wallet={wallet} />
        </>
      }
    >
      <Stack gap="md" py="md">
        <CardSection title={t("overview.balances")}>
          <FactTable
            label={t("overview.balances")}
            none={t("overview.none")}
            columns={[
              t("columns.currency"),
              { figure: t("pending") },
              { figure: t("available") },
              { figure: t("held") },
            ]}
            rows={wallet.balances.map(({ currency, pendingMinor, availableMinor, heldMinor }) => ({
              key: currency,
              cells: [
                currency,
                ...[pendingMinor, availableMinor, heldMinor].map((minor) => minorText(language, minor, currency)),
              ],
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
        {label}…
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
        none={t("noLots")}
        columns={[t("expires"), { figure: t("amount") }]}
        rows={(data?.rows ?? []).map(({ cashbackId, currency, leftMinor, expiresAt }) => ({
          key: cashbackId,
          cells: [
            expiresAt === null ? t("never") : formatDate(language, expiresAt),
            minorText(language, leftMinor, currency),
          ],
        }))}
      />
    </CardSection>
  );
}

/** The reason of what a report of PayPal moved is its status, which the kind says in words. */
const isPaypalStatus = (reason: string) => paypalStatuses.some((status) => status === reason);

function Transactions({ memberId }: { readonly memberId: string }) {
  const t = useMessages("wallet");
  const language = useLanguage();
  const { data } = useRead(wallets.transactions, { memberId });
  return (
    <CardSection title={t("transactions")} isBusy={!data}>
      <FactTable
        label={t("transactions")}
        none={t("overview.none")}
        columns={[
          t("at"),
          t("kind"),
          t("account"),
          t("reason"),
          { figure: t("amount") },
          { figure: t("overview.balance") },
        ]}
        rows={(data?.rows ?? []).map((row, place) => ({
          key: `${row.number} ${place}`,
          cells: [
            formatDateTime(language, row.at),
            t(`kinds.${row.kind}`, { defaultValue: row.kind.replaceAll("_", " ") }),
            t(`columns.${row.account}`, { defaultValue: row.account }),
            row.reason && !isPaypalStatus(row.reason) && <bdi key="reason">{row.reason}</bdi>,
            minorText(language, row.amountMinor, row.currency),
            minorText(language, row.balanceMinor, row.currency),
          ],
        }))}
      />
    </CardSection>
  );
}
