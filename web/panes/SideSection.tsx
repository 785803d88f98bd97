import { type ReactNode, useId } from "react";
import styles from "#web/panes/SidePane.module.css";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus } from "#web/ui/icons.ts";

type SideSectionProps = {
  readonly title: string;
  /** A button that adds a place, by its name. */
  readonly addLabel?: string;
  readonly onAdd?: () => void;
  readonly children: ReactNode;
};

/** Places of one kind, with a heading. */
export function SideSection({ title, addLabel, onAdd, children }: SideSectionProps) {
  const id = useId();
  return (
    <section>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {addLabel && (
          <IconButton size="sm" label={addLabel} onClick={onAdd}>
            <IconPlus size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <ul aria-labelledby={id}>{children}</ul>
    </section>
  );
}
