import type { ReactNode } from "react";
import classes from "#web/files/FieldFrame.module.css";
import { IconAlertCircle } from "#web/ui/icons.ts";

type FieldFrameProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The field's name, for links to it. */
  readonly name: string;
  readonly isRequired?: boolean | undefined;
  /** The error, with its icon. */
  readonly error?: ReactNode;
  /** Why files were rejected. */
  readonly problems?: readonly string[];
  readonly children: ReactNode;
};

/** A field of several controls, with label, hint and error in the same places as a field with one control. */
export const FieldFrame = ({ label, hint, name, isRequired = false, error, problems, children }: FieldFrameProps) => (
  <div className={classes.field} role="group" aria-label={label} data-field={name}>
    <span className={classes.label} aria-hidden="true">
      {label}
      {isRequired && <span className={classes.star}> *</span>}
    </span>
    {children}
    {hint && <span className={classes.hint}>{hint}</span>}
    {problems && problems.length > 0 && (
      <div role="alert">
        <ul className={classes.problems}>
          {problems.map((problem) => (
            <li key={problem}>
              <IconAlertCircle size={14} aria-hidden />
              <bdi>{problem}</bdi>
            </li>
          ))}
        </ul>
      </div>
    )}
    {error && (
      <span className={classes.error} role="alert">
        {error}
      </span>
    )}
  </div>
);
