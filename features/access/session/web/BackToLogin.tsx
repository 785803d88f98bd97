import { Link } from "@tanstack/react-router";
import styles from "#features/access/session/web/EntranceNote.module.css";
import { loginPath } from "#web/guard.ts";
import { IconArrowLeft } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Spec 000 §2: a link leads back to login. */
export function BackToLogin() {
  const messages = useMessages("session");
  return (
    <p className={styles.back}>
      <Link to={loginPath}>
        <IconArrowLeft size={16} aria-hidden="true" className="flip" />
        {messages("forgot.back")}
      </Link>
    </p>
  );
}
