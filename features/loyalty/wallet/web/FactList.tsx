import type { ReactNode } from "react";
import classes from "#features/loyalty/wallet/web/FactList.module.css";

type FactListProps = { readonly facts: readonly (readonly [title: string, value: ReactNode])[] };

/** Facts with their names. Those without a value are left out. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className={classes.facts}>
    {facts.map(
      ([title, value]) =>
        value !== null &&
        value !== false && (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
