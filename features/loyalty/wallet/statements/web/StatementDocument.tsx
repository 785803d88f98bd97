import type { Statement, StatementLine } from "#features/loyalty/wallet/contract/statements.ts";
import classes from "#features/loyalty/wallet/statements/web/StatementsScreen.module.css";
import { formatDate, formatDateTime, formatLastDay } from "#web/formats.ts";
import { minorText } from "#web/record/minorText.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type StatementDocumentProps = { readonly statement: Statement };

/** Opening balance, each change with the balance after it, closing balance. */
export function StatementDocument({ statement }: StatementDocumentProps) {
  const t = useMessages("statements");
  const language = useLanguage();
  const { owner, ownerKind, currency, from, to, lines, openingMinor, closingMinor } = statement;
  const money = (amountMinor: number) => minorText(language, amountMinor, currency);
  return (
    <section className={classes.document} aria-label={t("title")}>
      <h2>
        <bdi>{owner}</bdi>
      </h2>
      <p className={classes.period}>
        {t(`owner.${ownerKind}`)} · {currency} ·{" "}
        {t("period", { from: formatDate(language, from), to: formatLastDay(language, to) })}
      </p>
      {/* Focusable, so that it scrolls by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("lines")}>
        <table className={classes.lines}>
          <thead>
            <tr>
              <th scope="col">{t("at")}</th>
              <th scope="col">{t("what")}</th>
              <th scope="col">{t("account")}</th>
              <th scope="col">{t("details")}</th>
              <th scope="col">{t("change")}</th>
              <th scope="col">{t("balance")}</th>
            </tr>
          </thead>
          <tbody>
            <BalanceRow title={t("opening")} amount={money(openingMinor)} />
            {lines.map((line) => (
              <LineRow key={`${line.number} ${line.account}`} line={line} money={money} />
            ))}
            <BalanceRow title={t("closing")} amount={money(closingMinor)} />
          </tbody>
        </table>
      </div>
      {lines.length === 0 && <p>{t("none")}</p>}
    </section>
  );
}

type LineRowProps = { readonly line: StatementLine; readonly money: (amountMinor: number) => string };

function LineRow({ line, money }: LineRowProps) {
  const t = useMessages("statements");
  const language = useLanguage();
  const { at, kind, account, reason, amountMinor, balanceMinor } = line;
  return (
    <tr>
      <td>{formatDateTime(language, at)}</td>
      <td>{t(`kind.${kind}`, { defaultValue: kind.replaceAll("_", " ") })}</td>
      <td>{t(`accounts.${account}`, { defaultValue: account })}</td>
      <td className={classes.details}>
        <bdi>{reason}</bdi>
      </td>
      <td>{money(amountMinor)}</td>
      <td>{money(balanceMinor)}</td>
    </tr>
  );
}

const BalanceRow = ({ title, amount }: { readonly title: string; readonly amount: string }) => (
  <tr className={classes.total}>
    <th scope="row" colSpan={5}>
      {title}
    </th>
    <td>{amount}</td>
  </tr>
);
