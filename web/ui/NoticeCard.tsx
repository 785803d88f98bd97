import type { ReactNode } from "react";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconX } from "#web/ui/icons.ts";
import styles from "#web/ui/NoticeCard.module.css";
import { useMessages } from "#web/useMessages.ts";

type NoticeCardProps = {
  readonly variant?: "notice" | "warning";
  readonly icon: ReactNode;
  /** What kind of notice it is, beside the icon. */
  readonly title: string;
  readonly onDismiss?: () => void;
  /** Buttons, the usual answer with `data-primary`. */
  readonly answers: ReactNode;
  /** Below the answers. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

/** A card shown over every screen until it is answered. Drawn by the companion of an area. */
export function NoticeCard(props: NoticeCardProps) {
  const { variant = "notice", icon, title, onDismiss, answers, footer, children } = props;
  const shell = useMessages();
  return (
    <article className={styles.card} data-variant={variant}>
      <header className={styles.head}>
        {icon}
        <span>{title}</span>
        {onDismiss && (
          <IconButton size="sm" label={shell("buttons.dismiss")} className={styles.close ?? ""} onClick={onDismiss}>
            <IconX size={16} aria-hidden="true" />
          </IconButton>
        )}
      </header>
      {children}
      <div className={styles.answers}>{answers}</div>
      {footer}
    </article>
  );
}
