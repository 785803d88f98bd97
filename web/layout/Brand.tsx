import { Link } from "@tanstack/react-router";
import { homePath } from "#web/guard.ts";
import styles from "#web/layout/Brand.module.css";
import { Mark } from "#web/ui/Mark.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The product's mark and name, as a link to Home. */
export function Brand() {
  const messages = useMessages();
  return (
    <Link to={homePath} className={styles.brand} aria-label={messages("appName")}>
      <Mark size={32} className={styles.mark} />
      <span className={styles.name}>
        <b>{messages("appName")}</b>
        <small>{messages("tagline")}</small>
      </span>
    </Link>
  );
}
