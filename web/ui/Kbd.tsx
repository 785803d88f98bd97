import styles from "#web/ui/Kbd.module.css";

/** A key of the keyboard, as it is printed on it: `Ctrl K`, `[`. Not for screen readers; they get the words beside it. */
export const Kbd = ({ children }: { readonly children: string }) => (
  <kbd className={styles.kbd} dir="ltr" aria-hidden="true">
    {children}
  </kbd>
);
