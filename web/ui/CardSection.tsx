import { type ReactNode, useId } from "react";
import styles from "#web/ui/CardSection.module.css";

type CardSectionProps = {
  readonly title?: string;
  /** Id of the title, for links to it. */
  readonly id?: string;
  readonly lead?: string;
  /** Shown at the end of the title's line. */
  readonly badge?: ReactNode;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
};

/** A framed part of a page: title, description, and actions. */
export function CardSection({ title, id, lead, badge, isBusy = false, children }: CardSectionProps) {
  const ownId = useId();
  const titleId = id ?? ownId;
  return (
    <section className={styles.card} aria-labelledby={title === undefined ? undefined : titleId} aria-busy={isBusy}>
      {title !== undefined && (
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {badge}
        </div>
      )}
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}
