import { Button, Checkbox, Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { type PayoutBatch, payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import type { BatchAction } from "#features/loyalty/wallet/rules/payouts.ts";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { batchTones } from "#features/loyalty/wallet/web/useWalletTexts.ts";
import { formatNumber } from "#web/formats.ts";
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

/** One payout batch: its steps, payments, files, and what PayPal reported. */
export function PayoutScreen() {
  const { payoutId: id = "" }: { payoutId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(payouts.get, { id });
  if (data) return <Batch key={id} batch={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={48} />;
}

const firstPage = { limit: 100, count: "exact" } as const;

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
            none={t("none")}
            columns={[t("part"), t("rows"), t("columns.total"), "SHA-256"]}
            rows={batch.files.map(({ part, rows, totalMinor, sha256 }) => ({
              key: `${part}`,
              cells: [
                formatNumber(language, part),
                formatNumber(language, rows),
                minorText(language, totalMinor, batch.currency),
                <bdi key="hash" dir="ltr">
                  {sha256}
                </bdi>,
              ],
            }))}
          />
        </CardSection>
        <Items batch={batch} />
        <Results batch={batch} />
      </Stack>
    </RecordPage>
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
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(`actions.${action}`)}
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
  const { data } = useRead(payouts.items, { id: batch.id, sort: "sequence", ...firstPage });
  return (
    <CardSection title={t("payments")} lead={t("firstRows")} isBusy={!data}>
      <FactTable
        label={t("payments")}
        none={t("none")}
        columns={[t("member"), t("recipient"), t("columns.total"), t("columns.status")]}
        rows={(data?.rows ?? []).map((item) => ({
          key: item.id,
          cells: [
            <bdi key="member">{item.member}</bdi>,
            <bdi key="recipient" dir="ltr">
              {item.recipient}
            </bdi>,
            minorText(language, item.amountMinor, item.currency),
            t(`itemStatus.${item.status}`),
          ],
        }))}
      />
    </CardSection>
  );
}

function Results({ batch }: PayoutProps) {
  const t = useMessages("payouts");
  const { data } = useRead(payouts.results, { id: batch.id, sort: "at", ...firstPage });
  return (
    <CardSection title={t("results")} lead={t("firstRows")} isBusy={!data}>
      <FactTable
        label={t("results")}
        none={t("noResults")}
        columns={[t("reference"), t("columns.status"), t("problem")]}
        rows={(data?.rows ?? []).map((row) => ({
          key: row.id,
          cells: [
            <bdi key="reference" dir="ltr">
              {row.customerRef}
            </bdi>,
            row.paypalStatus,
            row.problem === null ? t("matched") : t(`problems.${row.problem}`),
          ],
        }))}
      />
    </CardSection>
  );
}
