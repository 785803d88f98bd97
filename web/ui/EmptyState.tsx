import type { ReactNode } from "react";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import styles from "#web/ui/EmptyState.module.css";

type EmptyStateProps = {
  readonly icon?: ReactNode;
  readonly title: string;
  /** It is the only content of the screen, so its title is the screen's heading. */
  readonly isScreen?: boolean;
  readonly text?: ReactNode;
  /** The one next action. */
  readonly action?: ReactNode;
};

/** An empty list or page: what that means, and the one thing to do about it. */
export const EmptyState = ({ icon, title, isScreen = false, text, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    {icon && <span className={styles.icon}>{icon}</span>}
    {isScreen ? <ScreenTitle title={title} /> : <p className={styles.title}>{title}</p>}
    {text && <p className={styles.text}>{text}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
);

function ScreenTitle({ title }: { readonly title: string }) {
  useDocumentTitle(title);
  return (
    <h1 tabIndex={-1} className={styles.title}>
      {title}
    </h1>
  );
}
