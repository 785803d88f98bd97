import { Link } from "@tanstack/react-router";
import { homePath } from "#web/guard.ts";
import styles from "#web/layout/Brand.module.css";
import { Mark } from "#web/ui/Mark.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The product's mark and name, as a link to Home. */
export function Brand() {
  const words = useMessages();
  return (
    <Link to={homePath} className={styles.brand} aria-label={words("appName")}>
      <Mark size={32} className={styles.mark} />
      <span className={styles.name}>
        <b>{words("appName")}</b>
        <small>{words("tagline")}</small>
      </span>
    </Link>
  );
}
