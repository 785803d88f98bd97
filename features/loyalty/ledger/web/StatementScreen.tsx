import { Button } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ledger, type StatementLine } from "#features/loyalty/ledger/contract.ts";
import { AccountLink } from "#features/loyalty/ledger/web/AccountLink.tsx";
import classes from "#features/loyalty/ledger/web/StatementScreen.module.css";
import { accountText, kindText, ledgerPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPrinter } from "#web/ui/icons.ts";
import stacked from "#web/ui/StackedTable.module.css";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const linesPerPage = 100;

/** What changed one account, newest first, with its balance after each change. */
export function StatementScreen() {
  const { accountId: id = "" }: { accountId?: string } = useParams({ strict: false });
  return <Statement key={id} id={id} />;
}

function Statement({ id }: { readonly id: string }) {
  const t = useMessages("ledger");
  const language = useLanguage();
  const [before, setBefore] = useState<number | null>(null);
  const { data, error, refetch, isFetching } = useRead(
    ledger.statement,
    { id, limit: linesPerPage, ...(before === null ? {} : { before }) },
    { keepsPrevious: true },
  );
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={9} rowPx={48} />;
  const { account, rows, next } = data;
  const title = accountText(account, t);
  return (
    <Page
      title={title}
      layout="boxed"
      lead={t("statement.lead", {
        balance: minorText(language, account.balanceMinor, account.currency),
        count: account.version,
        figure: formatNumber(language, account.version),
      })}
      breadcrumbs={[{ title: t("title"), to: ledgerPath }, { title }]}
      actions={
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          {t("statement.print")}
        </Button>
      }
    >
      {rows.length === 0 ? <p>{t("statement.none")}</p> : <Lines rows={rows} currency={account.currency} />}
      <div className={`${classes.pages} not-on-paper`}>
        {before !== null && (
          <Button variant="default" onClick={() => setBefore(null)}>
            {t("statement.newest")}
          </Button>
        )}
        {next !== null && (
          <Button variant="default" loading={isFetching} onClick={() => setBefore(next)}>
            {t("statement.older")}
          </Button>
        )}
      </div>
    </Page>
  );
}

type LinesProps = { readonly rows: readonly StatementLine[]; readonly currency: string };

function Lines({ rows, currency }: LinesProps) {
  const t = useMessages("ledger");
  const language = useLanguage();
  const money = (amountMinor: number) => minorText(language, amountMinor, currency);
  return (
    // Focusable, so that it scrolls by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("statement.title")}>
      <table className={`${classes.lines} ${stacked.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t("statement.line")}</th>
            <th scope="col">{t("columns.recordedAt")}</th>
            <th scope="col">{t("columns.kind")}</th>
            <th scope="col">{t("statement.other")}</th>
            <th scope="col">{t("statement.change")}</th>
            <th scope="col">{t("statement.balance")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ version, transactionId, kind, recordedAt, other, changeMinor, balanceMinor }) => (
            <tr key={version}>
              <td data-title={t("statement.line")}>{formatNumber(language, version)}</td>
              <td data-title={t("columns.recordedAt")}>{formatDateTime(language, recordedAt)}</td>
              <td data-title={t("columns.kind")}>
                <Link to={`${ledgerPath}/${transactionId}`}>{kindText(kind, t)}</Link>
              </td>
              <td data-title={t("statement.other")}>
                <AccountLink account={other} isReadable={other.ownerKind === "platform" || other.ownerId !== null} />
              </td>
              <td data-title={t("statement.change")}>{money(changeMinor)}</td>
              <td data-title={t("statement.balance")}>{money(balanceMinor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
