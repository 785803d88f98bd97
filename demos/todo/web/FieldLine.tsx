import type { ReactNode } from "react";
import styles from "#demos/todo/web/DetailFields.module.css";

type FieldLineProps = { readonly title: string; readonly icon: ReactNode; readonly children: ReactNode };

/** What a field is called, and its value. */
export const FieldLine = ({ title, icon, children }: FieldLineProps) => (
  <div className={styles.line}>
    <dt>
      {icon}
      {title}
    </dt>
    <dd>{children}</dd>
  </div>
);
