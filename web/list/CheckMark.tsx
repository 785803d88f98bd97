import type { ChangeEvent } from "react";
import classes from "#web/list/CheckMark.module.css";

type CheckMarkProps = {
  readonly label: string;
  readonly isChecked: boolean;
  readonly isMixed?: boolean;
  readonly isDisabled?: boolean;
  /** Left out if the whole row handles clicks on its checkbox. */
  readonly onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly tabIndex?: number;
};

/** A native checkbox: the kit's would cost more than the rest of a row. */
export const CheckMark = ({ label, isChecked, isMixed = false, isDisabled, onChange, tabIndex }: CheckMarkProps) => (
  <input
    type="checkbox"
    className={classes.box}
    aria-label={label}
    checked={isChecked}
    disabled={isDisabled}
    ref={(box) => {
      // There is no attribute for this, only the property.
      if (box) box.indeterminate = isMixed;
    }}
    readOnly={onChange === undefined}
    onChange={onChange}
    tabIndex={tabIndex}
  />
);
