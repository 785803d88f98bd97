import { Button, Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { cashback, cashbackLimits, type CashbackDetails } from "#features/loyalty/wallet/contract/cashback.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import type { CashbackAction } from "#features/loyalty/wallet/rules/cashback.ts";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { cashbackTones } from "#features/loyalty/wallet/web/useWalletTexts.ts";
import { formatDate, formatDateTime, formatNumber } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { minorText } from "#web/record/minorText.ts";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** One entry of cashback: its lines with the source of their rates, and what happened to it. */
export function CashbackScreen() {
  const { cashbackId: id = "" }: { cashbackId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(cashback.get, { id });
  if (data) return <Entry key={id} details={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={48} />;
}

type CashbackProps = { readonly details: CashbackDetails };

function Entry({ details }: CashbackProps) {
  const t = useMessages("cashback");
  const language = useLanguage();
  const entry = details.cashback;
  const money = (minor: number) => minorText(language, minor, entry.currency);
  return (
    <RecordPage
      list={{ name: "cashback", title: t("title"), path: "/apps/e-wallet/cashback" }}
      id={entry.id}
      title={entry.orderRef}
      crumb={entry.orderRef}
      badge={<StatusBadge tone={cashbackTones[entry.status]}>{t(`status.${entry.status}`)}</StatusBadge>}
      facts={
        <>
          <bdi>{entry.member}</bdi>
          <span>{money(entry.leftMinor)}</span>
          <span>{t("due", { date: formatDate(language, entry.dueAt) })}</span>
        </>
      }
      actions={entry.actions.map((action) => <ActionButton key={action} id={entry.id} action={action} />)}
    >
      <Stack gap="md" py="md">
        <CardSection title={t("lines")}>
          <FactTable
            label={t("lines")}
            none={t("none")}
            columns={[t("product"), t("quantity"), t("paid"), t("columns.amount"), t("source")]}
            rows={details.lines.map((line) => ({
              key: `${line.number}`,
              cells: [
                <bdi key="product">{line.product}</bdi>,
                formatNumber(language, line.quantity),
                money(line.paidMinor),
                money(line.amountMinor),
                <bdi key="source">{line.rateSource}</bdi>,
              ],
            }))}
          />
        </CardSection>
        <Events details={details} />
      </Stack>
    </RecordPage>
  );
}

function Events({ details }: CashbackProps) {
  const t = useMessages("cashback");
  const language = useLanguage();
  return (
    <CardSection title={t("events")}>
      <FactTable
        label={t("events")}
        none={t("none")}
        columns={[t("at"), t("columns.status"), t("columns.amount"), t("reason")]}
        rows={details.events.map(({ sequence, at, to, amountMinor, reason }) => ({
          key: `${sequence}`,
          cells: [
            formatDateTime(language, at),
            t(`status.${to}`),
            minorText(language, amountMinor, details.cashback.currency),
            <bdi key="reason">{reason}</bdi>,
          ],
        }))}
      />
    </CardSection>
  );
}

type ActionButtonProps = { readonly id: string; readonly action: CashbackAction };

/** Each decision asks for its reason. */
function ActionButton({ id, action }: ActionButtonProps) {
  const t = useMessages("cashback");
  const can = useCan();
  const [isAsking, setAsking] = useState(false);
  const write = useWrite(cashback[action], { refreshes: [cashback.get, cashback.list, overview.get] });
  if (!can(cashback[action])) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(`actions.${action}`)}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t(`actions.${action}`)}
          text={t(`actionTexts.${action}`)}
          confirmLabel={t(`actions.${action}`)}
          reasonMax={cashbackLimits.reason}
          isDangerous={action === "decline" || action === "reverse"}
          isPending={write.isPending}
          error={write.error}
          onConfirm={(reason) => write.mutate({ id, reason }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
