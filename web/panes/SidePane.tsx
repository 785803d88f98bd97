import type { ReactNode } from "react";
import styles from "#web/panes/SidePane.module.css";

type SidePaneProps = {
  readonly label: string;
  /** `SideSection`s with `SideLink`s. */
  readonly children: ReactNode;
};

/** The places of an area, such as folders and labels. Shown in a sheet where the screen is too narrow. */
export function SidePane({ label, children }: SidePaneProps) {
  return (
    <nav className={styles.pane} aria-label={label}>
      {children}
    </nav>
  );
}
