import type { LedgerPosting } from "#features/loyalty/ledger/contract.ts";
import { AccountLink } from "#features/loyalty/ledger/web/AccountLink.tsx";
import classes from "#features/loyalty/ledger/web/PostingsPart.module.css";
import { minorText } from "#web/record/minorText.ts";
import stacked from "#web/ui/StackedTable.module.css";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Each amount with both ends, and what each account had after it. */
export function PostingsPart({ postings }: { readonly postings: readonly LedgerPosting[] }) {
  const t = useMessages("ledger");
  const language = useLanguage();
  return (
    <CardSection title={t("postings.title")} lead={t("postings.lead")}>
      {/* Focusable, so that it scrolls by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("postings.title")}>
        <table className={`${classes.postings} ${stacked.stacked}`}>
          <thead>
            <tr>
              <th scope="col">{t("columns.source")}</th>
              <th scope="col">{t("columns.destination")}</th>
              <th scope="col">{t("columns.amount")}</th>
            </tr>
          </thead>
          <tbody>
            {postings.map((posting) => (
              <tr key={posting.ordinal}>
                <End posting={posting} end="source" />
                <End posting={posting} end="destination" />
                <td data-title={t("columns.amount")}>{minorText(language, posting.amountMinor, posting.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </CardSection>
  );
}

type EndProps = { readonly posting: LedgerPosting; readonly end: "source" | "destination" };

function End({ posting, end }: EndProps) {
  const t = useMessages("ledger");
  const language = useLanguage();
  const balance = end === "source" ? posting.sourceBalanceMinor : posting.destinationBalanceMinor;
  return (
    <td data-title={t(`columns.${end}`)}>
      <span>
        <AccountLink account={posting[end]} isReadable={balance !== null} />
        {balance !== null && (
          <small>{t("postings.after", { amount: minorText(language, balance, posting.currency) })}</small>
        )}
      </span>
    </td>
  );
}
