import type { ReactNode } from "react";
import classes from "#web/record/FormSection.module.css";

type FormSectionProps = {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
};

/** A part of a form: its title on the left, its fields in two columns beside it. */
export const FormSection = ({ title, text, children }: FormSectionProps) => (
  <section className={classes.section}>
    <div>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
    <div className={classes.fields}>{children}</div>
  </section>
);

/** A field as wide as both columns. */
export const Wide = ({ children }: { readonly children: ReactNode }) => <div className={classes.wide}>{children}</div>;
