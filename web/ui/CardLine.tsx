import type { ReactNode } from "react";
import styles from "#web/ui/CardLine.module.css";

type CardLinesProps = { readonly children: ReactNode; readonly label?: string };

/** A list of things of one kind, a line each. */
export const CardLines = ({ children, label }: CardLinesProps) => (
  <ul className={styles.lines} aria-label={label}>
    {children}
  </ul>
);

type CardLineProps = {
  readonly icon: ReactNode;
  readonly name: string;
  /** What is told of it, in short lines. */
  readonly children: ReactNode;
  /** What can be done about it, or a badge that says what it is. */
  readonly actions?: ReactNode;
};

/** One thing of a list: what it is, a few words about it, and what can be done. */
export const CardLine = ({ icon, name, children, actions }: CardLineProps) => (
  <li className={styles.line}>
    {icon}
    <div className={styles.about}>
      <b>
        <bdi>{name}</bdi>
      </b>
      {children}
    </div>
    {actions}
  </li>
);
