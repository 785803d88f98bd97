import type { ReactNode } from "react";
import styles from "#web/panes/Panes.module.css";

type ListPaneProps = {
  readonly label: string;
  /** Above the list. */
  readonly head: ReactNode;
  /** Below the head where the side pane has no room: another way to its places, in a row. */
  readonly sideReplacement: ReactNode;
  /** Such as a `RowList` and a `SelectionBar`. */
  readonly children: ReactNode;
};

/** The list in `Panes`. It is the container `list-pane` for style sheets that depend on its width. */
export function ListPane({ label, head, sideReplacement, children }: ListPaneProps) {
  return (
    <section className={styles.list} aria-label={label}>
      {head}
      <div className={styles.sideReplacement}>{sideReplacement}</div>
      {children}
    </section>
  );
}
