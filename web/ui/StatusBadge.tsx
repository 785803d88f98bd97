import type { ReactNode } from "react";
import styles from "#web/ui/StatusBadge.module.css";

export type Tone = "ok" | "warn" | "error" | "info" | "mute";

type StatusBadgeProps = {
  readonly tone: Tone;
  /** Replaces the dot. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

/** A status: tint, dot and text, so that it is never shown by colour alone. */
export const StatusBadge = ({ tone, icon, children }: StatusBadgeProps) => (
  <span className={styles.badge} data-tone={tone}>
    {icon ?? <i className={styles.dot} />}
    {children}
  </span>
);
