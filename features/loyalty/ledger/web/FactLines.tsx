import type { ReactNode } from "react";
import classes from "#features/loyalty/ledger/web/FactLines.module.css";

type FactLinesProps = { readonly facts: readonly (readonly [title: string, value: ReactNode])[] };

/** Facts with their names, one below the other. Those without a value are left out. */
export const FactLines = ({ facts }: FactLinesProps) => (
  <dl className={classes.facts}>
    {facts.map(
      ([title, value]) =>
        value && (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
