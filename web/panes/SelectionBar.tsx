import type { ReactNode } from "react";
import styles from "#web/panes/SelectionBar.module.css";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconX } from "#web/ui/icons.ts";

type SelectionBarProps = {
  readonly label: string;
  /** How many are selected. */
  readonly count: string;
  readonly clearLabel: string;
  readonly onClear: () => void;
  /** `SelectionButton`s and menus. */
  readonly children: ReactNode;
};

/** What can be done with all that is selected. It lies over the end of the list, where `RowList` leaves room for it. */
export function SelectionBar({ label, count, clearLabel, onClear, children }: SelectionBarProps) {
  return (
    <div className={`${styles.bar} not-on-paper`} role="toolbar" aria-label={label} data-selection-bar>
      <b className={styles.count} aria-live="polite">
        {count}
      </b>
      {children}
      <IconButton label={clearLabel} onClick={onClear}>
        <IconX size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
