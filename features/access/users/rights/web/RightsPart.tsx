import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "#features/access/users/rights/web/UserRights.module.css";
import { IconPlus } from "#web/ui/icons.ts";

type RightsPartProps = {
  readonly title: string;
  readonly text: string;
  readonly add: { readonly label: string; readonly onAdd: () => void } | null;
  /** Said instead of the list where there is nothing. */
  readonly none: string | null;
  readonly children: ReactNode;
};

/** The roles or the scopes of a person: what they are, the way to add one, and those there are. */
export const RightsPart = ({ title, text, add, none, children }: RightsPartProps) => (
  <section className={classes.part} aria-label={title}>
    <div className={classes.head}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {add && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add.onAdd}>
          {add.label}
        </Button>
      )}
    </div>
    {none === null ? <ul>{children}</ul> : <p className={classes.none}>{none}</p>}
  </section>
);
