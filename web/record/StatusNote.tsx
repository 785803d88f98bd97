import type { ReactNode } from "react";
import classes from "#web/record/StatusNote.module.css";
import { IconAlertTriangle, IconInfoCircle } from "#web/ui/icons.ts";

export type StatusReason = {
  readonly key: string;
  readonly text: ReactNode;
  /** Blocks a transition. */
  readonly isBlocking: boolean;
  /** The action that fixes it. */
  readonly fix?: { readonly label: string; readonly onFix: () => void };
};

type StatusNoteProps = {
  /** The status and since when. */
  readonly lead: ReactNode;
  readonly reasons: readonly StatusReason[];
  /** The possible next transitions. */
  readonly next?: ReactNode;
};

/** Explains a record's status, what blocks the next transition, and what that would be. */
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
