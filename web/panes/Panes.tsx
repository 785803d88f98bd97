import type { ReactNode } from "react";
import styles from "#web/panes/Panes.module.css";

type PanesProps = {
  readonly side: ReactNode;
  /** A `ListPane`. */
  readonly list: ReactNode;
  readonly isDetailOpen: boolean;
  /** A `DetailPane`. May come later than `isDetailOpen`, when it is fetched behind the list. */
  readonly detail: ReactNode;
};

/**
 * Side pane, list and detail beside each other, as far as there is room: below 960 px without the side pane, below 700 px
 * the detail pane takes the place of the list. When printed, the list and then the detail.
 */
export function Panes({ side, list, isDetailOpen, detail }: PanesProps) {
  return (
    <div className={styles.screen}>
      <div className={styles.panes} data-detail={isDetailOpen || undefined}>
        <div className={styles.side}>{side}</div>
        {list}
        {detail}
      </div>
    </div>
  );
}
