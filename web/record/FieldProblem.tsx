import type { ReactNode } from "react";
import classes from "#web/record/FieldError.module.css";
import { IconAlertCircle } from "#web/ui/icons.ts";

/** What is wrong with a field, below it. */
export const FieldProblem = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes.error}>
    <IconAlertCircle size={14} aria-hidden />
    {children}
  </span>
);
