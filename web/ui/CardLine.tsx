import type { ReactNode } from "react";
import styles from "#web/ui/CardLine.module.css";

type CardLinesProps = { readonly children: ReactNode; readonly label?: string };

/** A list with one line per entry. */
export const CardLines = ({ children, label }: CardLinesProps) => (
  <ul className={styles.lines} aria-label={label}>
    {children}
  </ul>
);

type CardLineProps = {
  readonly icon: ReactNode;
  readonly name: string;
  /** Details, in short lines. */
  readonly children: ReactNode;
  /** Its actions, or a status badge. */
  readonly actions?: ReactNode;
};

/** One entry of a list: its name, details, and actions. */
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
