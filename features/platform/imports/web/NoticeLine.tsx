import type { ReactNode } from "react";
import classes from "#features/platform/imports/web/NoticeLine.module.css";
import { IconAlertCircle, IconInfoCircle } from "#web/ui/icons.ts";

type NoticeLineProps = { readonly tone: "info" | "error" | "warn"; readonly children: ReactNode };

/** Why the import is in an unexpected state. */
export const NoticeLine = ({ tone, children }: NoticeLineProps) => (
  <p role="status" className={classes.notice} data-tone={tone}>
    {tone === "info" ? <IconInfoCircle size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
    {children}
  </p>
);
