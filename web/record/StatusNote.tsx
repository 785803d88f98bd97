import type { ReactNode } from "react";
import classes from "#web/record/StatusNote.module.css";
import { IconAlertTriangle, IconInfoCircle } from "#web/ui/icons.ts";

export type StatusReason = {
  readonly key: string;
  readonly text: ReactNode;
  /** It stands in the way of something. */
  readonly isBlocking: boolean;
  /** What would settle it. */
  readonly fix?: { readonly label: string; readonly onFix: () => void };
};

type StatusNoteProps = {
  /** What the record is and since when. */
  readonly lead: ReactNode;
  readonly reasons: readonly StatusReason[];
  /** What may happen next. */
  readonly next?: ReactNode;
};

/** Why a record has its status, what is in the way of the next one, and what that would be. */
export const StatusNote = ({ lead, reasons, next }: StatusNoteProps) => (
  <section className={classes.note}>
    <p className={classes.lead}>{lead}</p>
    {reasons.length > 0 && (
      <ul className={classes.reasons}>
        {reasons.map(({ key, text, isBlocking, fix }) => (
          <li key={key} data-blocking={isBlocking || undefined}>
            {isBlocking ? <IconAlertTriangle size={18} aria-hidden /> : <IconInfoCircle size={18} aria-hidden />}
            <span dir="auto">{text}</span>
            {fix && (
              <button type="button" onClick={fix.onFix}>
                {fix.label}
              </button>
            )}
          </li>
        ))}
      </ul>
    )}
    {next && <p className={classes.next}>{next}</p>}
  </section>
);
