import type { ReactNode } from "react";
import styles from "#web/ui/EmptyState.module.css";

type EmptyStateProps = {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  /** The one next step. */
  readonly action?: ReactNode;
};

/** Nothing here: what that means, and the one thing to do about it. */
export const EmptyState = ({ icon, title, text, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    {icon && <span className={styles.icon}>{icon}</span>}
    <p className={styles.title}>{title}</p>
    {text && <p className={styles.text}>{text}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
);
