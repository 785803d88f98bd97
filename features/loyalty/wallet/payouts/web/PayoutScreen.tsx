import { Button, Checkbox, Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Output } from "#base/contract.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { type PayoutBatch, payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { MatchButton } from "#features/loyalty/wallet/payouts/web/MatchButton.tsx";
import { type BatchAction, isServed } from "#features/loyalty/wallet/rules/payouts.ts";
import { FactList } from "#features/loyalty/wallet/web/FactList.tsx";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { PaypalExport } from "#features/loyalty/wallet/web/PaypalExport.tsx";
import { batchTones, itemTones } from "#features/loyalty/wallet/web/useWalletTexts.ts";
import { minorText } from "#web/record/minorText.ts";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** One payout batch: its steps, payments, files, and what PayPal reported. */
export function PayoutScreen() {
  const { payoutId: id = "" }: { payoutId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(payouts.get, { id });
  // Read at the same time, so that nothing moves when they come.
  const { isLoading } = useItems(id);
  if (data && !isLoading) return <Batch key={id} batch={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={48} />;
}

const firstPage = { limit: 100, count: "exact" } as const;
const useItems = (id: string) => useRead(payouts.items, { id, sort: "sequence", ...firstPage });

type PayoutProps = { readonly batch: PayoutBatch };

function Batch({ batch }: PayoutProps) {
  const t = useMessages("payouts");
  const language = useLanguage();
  return (
    <RecordPage
      list={{ name: "payouts", title: t("title"), path: "/apps/e-wallet/payouts" }}
      id={batch.id}
      title={batch.code}
      crumb={batch.code}
      badge={<StatusBadge tone={batchTones[batch.status]}>{t(`status.${batch.status}`)}</StatusBadge>}
      facts={
        <>
          <span>{minorText(language, batch.totalMinor, batch.currency)}</span>
          <span>{t("paymentsCount", { count: batch.items, figure: formatNumber(language, batch.items) })}</span>
          {batch.createdBy && <span>{t("createdBy", { name: batch.createdBy })}</span>}
          {batch.approvedBy && <span>{t("approvedBy", { name: batch.approvedBy })}</span>}
        </>
      }
      actions={batch.actions.map((action) => <StepButton key={action} batch={batch} action={action} />)}
    >
      <Stack gap="md" py="md">
        <CardSection title={t("files")}>
          <FactTable
            label={t("files")}
            none={t("noFiles")}
            columns={[
              t("part"),
              "SHA-256",
              { figure: t("rows") },
              { figure: t("columns.total") },
              { figure: t("file") },
            ]}
            rows={batch.files.map(({ part, rows, totalMinor, sha256 }) => ({
              key: `${part}`,
              cells: [
                formatNumber(language, part),
                <code key="hash" dir="ltr" title={sha256}>
                  {sha256.slice(0, hashShown)}…
                </code>,
                formatNumber(language, rows),
                minorText(language, totalMinor, batch.currency),
                isServed(batch.status) ? <PaypalExport key="file" batch={batch.id} part={part} /> : t("afterApproval"),
              ],
            }))}
          />
        </CardSection>
        <Items batch={batch} />
        <History batch={batch} />
        <Results batch={batch} />
      </Stack>
    </RecordPage>
  );
}

/** As many digits of a hash as are needed to compare it at a glance. */
const hashShown = 16;

/** When each step was taken, and what PayPal took. */
function History({ batch }: PayoutProps) {
  const t = useMessages("payouts");
  const language = useLanguage();
  const steps = ["createdAt", "lockedAt", "approvedAt", "exportedAt", "submittedAt", "closedAt"] as const;
  return (
    <CardSection title={t("history")}>
      <FactList
        facts={[
          ...steps.map((name) => [t(`steps.${name}`), batch[name] && formatDateTime(language, batch[name])] as const),
          [t("feeEstimate"), batch.feeMinor === 0 && minorText(language, batch.feeEstimateMinor, batch.currency)],
          [t("fee"), batch.feeMinor > 0 && minorText(language, batch.feeMinor, batch.currency)],
        ]}
      />
    </CardSection>
  );
}

type StepButtonProps = PayoutProps & { readonly action: BatchAction };

function StepButton({ batch, action }: StepButtonProps) {
  const t = useMessages("payouts");
  const can = useCan();
  const [isAsking, setAsking] = useState(false);
  const [isFileUnused, setFileUnused] = useState(false);
  const refreshes = [payouts.get, payouts.list, payouts.items, overview.get];
  const step = useWrite(payouts[action === "cancel" ? "lock" : action], { refreshes });
  const cancel = useWrite(payouts.cancel, { refreshes });
  if (!can(payouts[action])) return null;
  const write = action === "cancel" ? cancel : step;
  // PayPal may have paid by a file that was exported.
  const needsDeclaration = action === "cancel" && batch.status === "exported";
  const close = { onSuccess: () => setAsking(false) };
  return (
    <>
      <Button {...(action === "cancel" ? { variant: "default" } : {})} onClick={() => setAsking(true)}>
        {t(`actions.${action}`)}…
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t(`actions.${action}`)}
          text={t(`actionTexts.${action}`)}
          confirmLabel={t(`actions.${action}`)}
          reasonMax={0}
          isDangerous={action === "cancel"}
          isReady={!needsDeclaration || isFileUnused}
          isPending={write.isPending}
          error={write.error}
          onConfirm={() =>
            action === "cancel"
              ? cancel.mutate({ id: batch.id, isFileUnused }, close)
              : step.mutate({ id: batch.id }, close)
          }
          onClose={() => setAsking(false)}
        >
          {needsDeclaration && (
            <Checkbox
              label={t("fileUnused")}
              checked={isFileUnused}
              onChange={({ currentTarget }) => setFileUnused(currentTarget.checked)}
            />
          )}
        </ReasonDialog>
      )}
    </>
  );
}

function Items({ batch }: PayoutProps) {
  const t = useMessages("payouts");
  const language = useLanguage();
  const { data } = useItems(batch.id);
  return (
    <CardSection title={t("payments")} isBusy={!data} {...leadOf(data, t)}>
      <FactTable
        label={t("payments")}
        none={t("noPayments")}
        columns={[t("member"), t("recipient"), t("columns.status"), { figure: t("columns.total") }]}
        rows={(data?.rows ?? []).map((item) => ({
          key: item.id,
          cells: [
            <bdi key="member">{item.member}</bdi>,
            <bdi key="recipient" dir="ltr">
              {item.recipient}
            </bdi>,
            <ItemBadge key="status" item={item} />,
            minorText(language, item.amountMinor, item.currency),
          ],
        }))}
      />
    </CardSection>
  );
}

/** What is shown of a long list. */
const leadOf = (data: { readonly rows: readonly unknown[] } | undefined, t: Translate<MessageKey<"payouts">>) =>
  data && data.rows.length >= firstPage.limit ? { lead: t("firstRows") } : {};

type Item = Output<typeof payouts.items>["rows"][number];

/** A payment that was sent shows what PayPal says about it. */
function ItemBadge({ item: { status, paypalStatus, isReturnedSoon } }: { readonly item: Item }) {
  const t = useMessages("payouts");
  if (status !== "sent" || paypalStatus === null)
    return <StatusBadge tone={itemTones[status]}>{t(`itemStatus.${status}`)}</StatusBadge>;
  return (
    <StatusBadge tone="warn">{isReturnedSoon ? t("returnedSoon") : t(`paypalStatus.${paypalStatus}`)}</StatusBadge>
  );
}

function Results({ batch }: PayoutProps) {
  const t = useMessages("payouts");
  const language = useLanguage();
  const { data } = useRead(payouts.results, { id: batch.id, sort: "at", ...firstPage });
  return (
    <CardSection title={t("results")} isBusy={!data} {...leadOf(data, t)}>
      <FactTable
        label={t("results")}
        none={t("noResults")}
        columns={[t("reference"), t("transaction"), t("columns.total"), t("columns.status"), t("problem"), ""]}
        rows={(data?.rows ?? []).map((row) => ({
          key: row.id,
          cells: [
            <bdi key="reference" dir="ltr">
              {row.customerRef}
            </bdi>,
            <bdi key="transaction" dir="ltr">
              {row.transactionId}
            </bdi>,
            row.amountMinor !== null && row.currency !== null && minorText(language, row.amountMinor, row.currency),
            t(`paypalStatus.${row.paypalStatus}`, { defaultValue: row.paypalStatus }),
            row.problem === null ? t("matched") : t(`problems.${row.problem}`),
            row.problem === "unknown" && <MatchButton key="match" batchId={batch.id} result={row} />,
          ],
        }))}
      />
    </CardSection>
  );
}
