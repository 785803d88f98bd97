import { Button, Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import {
  type Cashback,
  cashback,
  cashbackLimits,
  type CashbackDetails,
} from "#features/loyalty/wallet/contract/cashback.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import type { CashbackAction } from "#features/loyalty/wallet/rules/cashback.ts";
import { FactList } from "#features/loyalty/wallet/web/FactList.tsx";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { cashbackTones } from "#features/loyalty/wallet/web/useWalletTexts.ts";
import { minorText } from "#web/record/minorText.ts";
import { formatDate, formatDateTime, formatNumber, formatPercent } from "#web/formats.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import type { Language } from "#web/screens.ts";
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
        <Details entry={entry} />
        <CardSection title={t("lines")}>
          <FactTable
            label={t("lines")}
            none={t("none")}
            columns={[
              t("product"),
              t("source"),
              { figure: t("quantity") },
              { figure: t("paid") },
              { figure: t("columns.amount") },
            ]}
            rows={details.lines.map((line) => ({
              key: `${line.number}`,
              cells: [
                line.product === null ? t("wholePurchase") : <bdi key="product">{line.product}</bdi>,
                rateText(line, language, t),
                formatNumber(language, line.quantity),
                money(line.paidMinor),
                money(line.amountMinor),
              ],
            }))}
          />
        </CardSection>
        <Events details={details} />
      </Stack>
    </RecordPage>
  );
}

type Rate = Pick<Cashback, "rateBps" | "rateSource">;

/** `5%, set by the brand`. Null if the lines of an entry have several rates. */
function rateText({ rateBps, rateSource }: Rate, language: Language, t: Translate<MessageKey<"cashback">>) {
  if (rateSource === null) return null;
  const source = t(`rateSources.${rateSource}`, { defaultValue: rateSource });
  return rateBps === null
    ? source
    : t("rate", { rate: formatPercent(language, rateBps / 10_000, rateBps % 100 === 0 ? 0 : 2), source });
}

function Details({ entry }: { readonly entry: Cashback }) {
  const t = useMessages("cashback");
  const language = useLanguage();
  return (
    <CardSection title={t("details")}>
      <FactList
        facts={[
          [t("columns.brand"), entry.brand && <bdi>{entry.brand}</bdi>],
          [t("columns.retailer"), <bdi key="retailer">{entry.retailer}</bdi>],
          [t("purchasedAt"), formatDateTime(language, entry.purchasedAt)],
          [t("earned"), minorText(language, entry.amountMinor, entry.currency)],
          [t("source"), rateText(entry, language, t)],
          [t("columns.dueAt"), formatDate(language, entry.dueAt)],
          [t("expiresAt"), entry.expiresAt && formatDate(language, entry.expiresAt)],
          [t("holdReason"), entry.holdReason && <bdi>{entry.holdReason}</bdi>],
        ]}
      />
    </CardSection>
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
        columns={[t("at"), t("columns.status"), t("reason"), { figure: t("columns.amount") }]}
        rows={details.events.map(({ sequence, at, to, amountMinor, reason }) => ({
          key: `${sequence}`,
          cells: [
            formatDateTime(language, at),
            <StatusBadge key="status" tone={cashbackTones[to]}>
              {t(`status.${to}`)}
            </StatusBadge>,
            reason && <bdi key="reason">{reason}</bdi>,
            amountMinor === 0 ? "–" : minorText(language, amountMinor, details.cashback.currency),
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
      <Button {...(action === "confirm" ? {} : { variant: "default" })} onClick={() => setAsking(true)}>
        {t(`actions.${action}`)}…
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
