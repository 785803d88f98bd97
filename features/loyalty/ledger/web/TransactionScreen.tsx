import { useParams } from "@tanstack/react-router";
import { ledger, type LedgerTransactionDetails } from "#features/loyalty/ledger/contract.ts";
import { PostingsPart } from "#features/loyalty/ledger/web/PostingsPart.tsx";
import { ReversalButton } from "#features/loyalty/ledger/web/ReversalButton.tsx";
import { TransactionFacts } from "#features/loyalty/ledger/web/TransactionFacts.tsx";
import classes from "#features/loyalty/ledger/web/TransactionScreen.module.css";
import { kindText, ledgerPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { formatDateTime } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** One transaction: its postings, what it was posted for, and its reversal. */
export function TransactionScreen() {
  const { transactionId: id = "" }: { transactionId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(ledger.get, { id });
  if (data) return <Transaction key={id} transaction={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={48} />;
}

function Transaction({ transaction }: { readonly transaction: LedgerTransactionDetails }) {
  const t = useMessages("ledger");
  const language = useLanguage();
  const { id, number, kind, recordedAt, reversedById, reversesId } = transaction;
  return (
    <RecordPage
      list={{ name: "ledger", title: t("title"), path: ledgerPath }}
      id={id}
      title={t("transaction.title", { number })}
      crumb={String(number)}
      badge={
        reversedById !== null ? (
          <StatusBadge tone="warn">{t("transaction.reversed")}</StatusBadge>
        ) : (
          reversesId !== null && <StatusBadge tone="info">{t("transaction.reversal")}</StatusBadge>
        )
      }
      facts={
        <>
          <span>{kindText(kind, t)}</span>
          <span>{formatDateTime(language, recordedAt)}</span>
        </>
      }
      actions={<ReversalButton transaction={transaction} />}
    >
      <div className={classes.parts}>
        <PostingsPart postings={transaction.postings} />
        <TransactionFacts transaction={transaction} />
      </div>
    </RecordPage>
  );
}
