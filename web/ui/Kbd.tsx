import styles from "#web/ui/Kbd.module.css";

/** A key with the name printed on it: `Ctrl K`, `[`. Hidden from screen readers, which get the text beside it. */
export const Kbd = ({ children }: { readonly children: string }) => (
  <kbd className={styles.kbd} dir="ltr" aria-hidden="true">
    {children}
  </kbd>
);
