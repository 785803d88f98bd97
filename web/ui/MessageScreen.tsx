import type { ReactNode } from "react";
import styles from "#web/ui/MessageScreen.module.css";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";

type MessageScreenProps = {
  readonly icon: ReactNode;
  /** Small text above the title: the number of an error, the name of an area. */
  readonly eyebrow?: string | undefined;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action: ReactNode;
};

/** A screen with only a message and one link. */
export function MessageScreen({ icon, eyebrow, title, text, action }: MessageScreenProps) {
  useDocumentTitle(title);
  return (
    <div className={styles.screen} data-page>
      <span className={styles.icon}>{icon}</span>
      {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.action}>{action}</div>
    </div>
  );
}
