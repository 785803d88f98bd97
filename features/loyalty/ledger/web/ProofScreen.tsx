import { Alert, Button, Progress } from "@mantine/core";
import { ledgerProof, type Proof } from "#features/loyalty/ledger/contract/proof.ts";
import { LawList } from "#features/loyalty/ledger/web/LawList.tsx";
import { LedgerTabs } from "#features/loyalty/ledger/web/LedgerTabs.tsx";
import classes from "#features/loyalty/ledger/web/ProofScreen.module.css";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Checks every law over the whole ledger, and shows which hold and which rows break the others. */
export function ProofScreen() {
  const t = useMessages("ledger");
  const can = useCan();
  const { data, error, refetch, isFetching } = useRead(ledgerProof.proofs, {});
  const check = useWrite(ledgerProof.verify, { refreshes: [ledgerProof.proofs] });
  const latest = check.data?.proof ?? data?.rows[0];
  const nightly = data?.rows.find(({ actorId }) => actorId === null);
  return (
    <Page
      title={t("proof.title")}
      lead={t("proof.lead")}
      layout="boxed"
      keepsActions
      actions={
        can(ledgerProof.verify) && (
          <Button
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
            loading={check.isPending}
            onClick={() => check.mutate({})}
          >
            {t("proof.button")}
          </Button>
        )
      }
    >
      <LedgerTabs />
      <div className={classes.proof} aria-live="polite" aria-busy={check.isPending}>
        {check.isPending && (
          <div className={classes.running}>
            <p>{t("proof.running")}</p>
            <Progress value={100} animated aria-label={t("proof.running")} />
          </div>
        )}
        {check.error && (
          <Alert color="red" role="alert">
            {textOf(check.error)}
          </Alert>
        )}
        {latest ? (
          <>
            <Verdict proof={latest} />
            <LawList proof={latest} {...(check.data ? { laws: check.data.laws } : {})} />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : data ? (
          <p>{t("proof.never")}</p>
        ) : (
          <SkeletonRows rows={8} rowPx={40} />
        )}
        {data && <Checks proofs={data.rows} nightly={nightly} />}
      </div>
    </Page>
  );
}

function Verdict({ proof: { broken, transactions, tookMs, at } }: { readonly proof: Proof }) {
  const t = useMessages("ledger");
  const language = useLanguage();
  const holds = broken.length === 0;
  return (
    <div className={classes.verdict} data-broken={!holds || undefined}>
      {holds ? <IconCircleCheck size={28} aria-hidden /> : <IconAlertTriangle size={28} aria-hidden />}
      <div>
        <strong>{holds ? t("proof.holds") : t("proof.broken", { count: broken.length, figure: broken.length })}</strong>
        <span>
          {t("proof.checked", {
            count: transactions,
            figure: formatNumber(language, transactions),
            when: formatDateTime(language, at),
            seconds: formatNumber(language, tookMs / 1000, tookMs < 1000 ? 2 : 1),
          })}
        </span>
      </div>
    </div>
  );
}

const shownChecks = 10;

type ChecksProps = { readonly proofs: readonly Proof[]; readonly nightly: Proof | undefined };

function Checks({ proofs, nightly }: ChecksProps) {
  const t = useMessages("ledger");
  const language = useLanguage();
  return (
    <CardSection
      title={t("proof.history")}
      lead={
        nightly === undefined
          ? t("proof.noNightly")
          : t("proof.nightly", { when: formatDateTime(language, nightly.at) })
      }
    >
      <ul className={classes.checks}>
        {proofs.slice(0, shownChecks).map(({ id, at, actorId, broken }) => (
          <li key={id}>
            <span>{formatDateTime(language, at)}</span>
            <span>{t(actorId === null ? "proof.byJob" : "proof.byPerson")}</span>
            <span>
              {broken.length === 0
                ? t("proof.held")
                : t("proof.numbers", { numbers: broken.map(({ number }) => number).join(", ") })}
            </span>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
