import { type ReactNode, useId } from "react";
import styles from "#web/ui/CardSection.module.css";

type CardSectionProps = {
  readonly title?: string;
  /** Of the title: for links to it. */
  readonly id?: string;
  readonly lead?: string;
  /** Stands at the end of the title's line. */
  readonly badge?: ReactNode;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
};

/** A part of a page in a frame of its own: what it is about, and what there is to do. */
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
