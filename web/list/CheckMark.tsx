import type { ChangeEvent } from "react";
import classes from "#web/list/CheckMark.module.css";

type CheckMarkProps = {
  readonly label: string;
  readonly isChecked: boolean;
  readonly isMixed?: boolean;
  /** Left out where a whole row answers a click on its box. */
  readonly onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly tabIndex?: number;
};

/** A native tick box. The kit's costs more than the rest of a row. */
export const CheckMark = ({ label, isChecked, isMixed = false, onChange, tabIndex }: CheckMarkProps) => (
  <input
    type="checkbox"
    className={classes.box}
    aria-label={label}
    checked={isChecked}
    ref={(box) => {
      // No attribute says this; only the property does.
      if (box) box.indeterminate = isMixed;
    }}
    readOnly={onChange === undefined}
    onChange={onChange}
    tabIndex={tabIndex}
  />
);
