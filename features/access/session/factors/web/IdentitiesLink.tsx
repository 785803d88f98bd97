import { Link } from "@tanstack/react-router";
import { providers } from "#features/access/providers/contract.ts";
import { identitiesPath } from "#features/access/providers/rules.ts";
import styles from "#features/access/session/factors/web/IdentitiesLink.module.css";
import { useRead } from "#web/operations.ts";
import { useMessages } from "#web/useMessages.ts";

/** A link to the user's provider identities, if providers are set up. */
export function IdentitiesLink() {
  const messages = useMessages("session");
  const list = useRead(providers.list, {});
  if (!list.data || list.data.rows.length === 0) return null;
  return (
    <p className={styles.link}>
      <Link to={identitiesPath}>{messages("providers.ownAccounts")}</Link>
    </p>
  );
}
