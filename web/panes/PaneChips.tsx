import { type ReactNode, useState } from "react";
import styles from "#web/panes/PaneChips.module.css";
import { BottomSheet } from "#web/ui/BottomSheet.tsx";
import { IconMenu2 } from "#web/ui/icons.ts";

type PaneChipsProps = {
  readonly label: string;
  readonly moreLabel: string;
  /** The side pane, which calls this when something was chosen. */
  readonly renderPane: (onChoose: () => void) => ReactNode;
  /** Links of the pane, with `paneChip`. */
  readonly children: ReactNode;
};

export const paneChip = styles.chip;

/** Where a side pane has no room: its most important links in a row, and all of it in a sheet. */
export function PaneChips({ label, moreLabel, renderPane, children }: PaneChipsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <nav className={styles.chips} aria-label={label}>
        <button type="button" className={paneChip} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <IconMenu2 size={16} aria-hidden="true" />
          {moreLabel}
        </button>
        {children}
      </nav>
      <BottomSheet title={label} isOpen={isOpen} onClose={() => setOpen(false)}>
        {renderPane(() => setOpen(false))}
      </BottomSheet>
    </>
  );
}
