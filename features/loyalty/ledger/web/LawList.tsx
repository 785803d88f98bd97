import { Link } from "@tanstack/react-router";
import type { Output } from "#base/contract.ts";
import {
  type BrokenLaw,
  brokenRowsMax,
  type ledgerProof,
  type Proof,
} from "#features/loyalty/ledger/contract/proof.ts";
import classes from "#features/loyalty/ledger/web/LawList.module.css";
import { ledgerPath, statementPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { formatNumber } from "#web/formats.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { IconAlertTriangle, IconCircleCheck } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Every law by its name in the API. Those of the wallet included: the list must be complete before the first check. */
const lawNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

type LawListProps = {
  readonly proof: Proof;
  /** What this check covered; without it, the laws of today. */
  readonly laws?: Output<typeof ledgerProof.verify>["laws"];
};

/** Each law in a sentence, with the rows that break it. */
export function LawList({ proof: { broken }, laws }: LawListProps) {
  const t = useMessages("ledger");
  const numbers = laws?.map(({ number }) => number) ?? lawNumbers;
  const tookMs = new Map(laws?.map((law) => [law.number, law.tookMs]));
  const language = useLanguage();
  return (
    <CardSection title={t("laws.title")} lead={t("laws.lead")}>
      <ol className={classes.laws}>
        {numbers
          .toSorted((a, b) => a - b)
          .map((number) => {
            const law = broken.find((each) => each.number === number);
            const took = tookMs.get(number);
            return (
              <li key={number} data-broken={law !== undefined || undefined}>
                {law ? <IconAlertTriangle size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
                <div>
                  <p>
                    <span className={classes.number}>{number}</span>{" "}
                    {t(`law.${number}`, { defaultValue: String(number) })}
                  </p>
                  <small>
                    {law ? <BreakCount law={law} /> : t("laws.holds")}
                    {took !== undefined && ` · ${t("laws.took", { ms: formatNumber(language, took) })}`}
                  </small>
                  {law && <BrokenRows law={law} />}
                </div>
              </li>
            );
          })}
      </ol>
    </CardSection>
  );
}

/** The API names so many rows and no more. */
function BreakCount({ law: { rows } }: { readonly law: BrokenLaw }) {
  const t = useMessages("ledger");
  const language = useLanguage();
  const key = rows.length >= brokenRowsMax ? "laws.brokenMany" : "laws.broken";
  return t(key, { count: rows.length, figure: formatNumber(language, rows.length) });
}

/** Where a field of a row leads. */
const linkOf = (field: string, value: string): string | null => {
  if (field === "transactionId") return `${ledgerPath}/${value}`;
  return field === "accountId" ? statementPath(value) : null;
};

function BrokenRows({ law: { law, rows } }: { readonly law: BrokenLaw }) {
  const t = useMessages("ledger");
  const fields = Object.keys(rows[0] ?? {});
  return (
    // Focusable, so that it scrolls by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("laws.rows", { law })}>
      <table className={classes.rows}>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col">
                {t(`field.${field}`, { defaultValue: field })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of a proof never change
            <tr key={place}>
              {fields.map((field) => (
                <td key={field}>
                  <Value field={field} value={row[field]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ field, value }: { readonly field: string; readonly value: unknown }) {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const to = linkOf(field, text);
  const code = <code dir="ltr">{text}</code>;
  return to === null ? code : <Link to={to}>{code}</Link>;
}
