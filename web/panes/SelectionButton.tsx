import type { ReactNode } from "react";
import styles from "#web/panes/SelectionButton.module.css";

type SelectionButtonProps = {
  readonly icon: ReactNode;
  /** Left out where it opens its own parent, such as a `Chooser`. */
  readonly onClick?: () => void;
  readonly isDangerous?: boolean;
  readonly children: string;
};

/** A button of the selection bar. In a narrow list only its icon is seen; a screen reader still has its name. */
export function SelectionButton({ icon, children, isDangerous = false, ...others }: SelectionButtonProps) {
  return (
    <button type="button" {...others} className={styles.button} data-dangerous={isDangerous || undefined}>
      {icon}
      <span className={styles.name}>{children}</span>
    </button>
  );
}
