import { Link, useParams } from "@tanstack/react-router";
import { type Adjustment, ledgerAdjustments } from "#features/loyalty/ledger/contract/adjustments.ts";
import { AdjustmentActions } from "#features/loyalty/ledger/adjustments/web/AdjustmentActions.tsx";
import { adjustmentTones } from "#features/loyalty/ledger/adjustments/web/useAdjustmentTexts.ts";
import classes from "#features/loyalty/ledger/adjustments/web/AdjustmentScreen.module.css";
import { FactLines } from "#features/loyalty/ledger/web/FactLines.tsx";
import { AccountLink } from "#features/loyalty/ledger/web/AccountLink.tsx";
import { adjustmentsPath, ledgerPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { formatDateTime } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { StatusNote, type StatusReason } from "#web/record/StatusNote.tsx";
import { useSignedInUser } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** One adjustment or reversal, and its decision. */
export function AdjustmentScreen() {
  const { adjustmentId: id = "" }: { adjustmentId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(ledgerAdjustments.get, { id });
  if (data) return <AdjustmentRecord key={id} adjustment={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={7} rowPx={48} />;
}

type AdjustmentProps = { readonly adjustment: Adjustment };

export function AdjustmentRecord({ adjustment }: AdjustmentProps) {
  const t = useMessages("adjustments");
  const language = useLanguage();
  const { id, code, kind, status, amountMinor, currency, createdAt } = adjustment;
  return (
    <RecordPage
      list={{ name: "adjustments", title: t("title"), path: adjustmentsPath }}
      id={id}
      title={t(`page.${kind}`, { code })}
      crumb={code}
      badge={<StatusBadge tone={adjustmentTones[status]}>{t(`status.${status}`)}</StatusBadge>}
      facts={
        <>
          <span>{minorText(language, amountMinor, currency)}</span>
          <span>{formatDateTime(language, createdAt)}</span>
        </>
      }
      actions={<AdjustmentActions adjustment={adjustment} />}
      note={<DecisionNote adjustment={adjustment} />}
    >
      <div className={classes.parts}>
        <MovePart adjustment={adjustment} />
      </div>
    </RecordPage>
  );
}

function MovePart({ adjustment }: AdjustmentProps) {
  const t = useMessages("adjustments");
  const language = useLanguage();
  const { source, destination, amountMinor, currency, reversesId, reason, transactionId } = adjustment;
  return (
    <CardSection title={t("page.move")}>
      <FactLines
        facts={[
          [t("form.source"), source && <AccountLink account={source} />],
          [t("form.destination"), destination && <AccountLink account={destination} />],
          [
            t("page.reverses"),
            reversesId && <Link to={`${ledgerPath}/${reversesId}`}>{t("page.openTransaction")}</Link>,
          ],
          [t("columns.amount"), minorText(language, amountMinor, currency)],
          [t("columns.reason"), <bdi key="reason">{reason}</bdi>],
          [
            t("page.posted"),
            transactionId && <Link to={`${ledgerPath}/${transactionId}`}>{t("page.openTransaction")}</Link>,
          ],
        ]}
      />
    </CardSection>
  );
}

/** Who asked and who decided; why the reader can't decide. */
function DecisionNote({ adjustment }: AdjustmentProps) {
  const t = useMessages("adjustments");
  const language = useLanguage();
  const user = useSignedInUser();
  const { status, createdBy, createdByName, createdAt, decidedByName, decidedAt, decisionReason } = adjustment;
  const reasons: StatusReason[] = [];
  if (status === "pending_approval" && createdBy === user?.userId)
    reasons.push({ key: "own", text: t("note.own"), isBlocking: true });
  if (decisionReason !== null) reasons.push({ key: "reason", text: decisionReason, isBlocking: false });
  const lead = t(`note.${status}`, {
    asker: createdByName ?? t("someone"),
    who: decidedByName ?? t("someone"),
    when: formatDateTime(language, decidedAt ?? createdAt),
  });
  return <StatusNote lead={lead} reasons={reasons} />;
}
