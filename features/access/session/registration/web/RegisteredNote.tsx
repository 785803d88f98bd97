import { use } from "react";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import styles from "#features/access/session/web/EntranceNote.module.css";
import { ReleaseContext } from "#web/layout/release.ts";
import { IconMail } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** The next steps after registration: the email, and then an administrator's approval. */
export function RegisteredNote({ email }: { readonly email: string }) {
  const messages = useMessages("session");
  const { demonstration } = use(ReleaseContext);
  return (
    <EntranceFrame
      title={messages("register.doneTitle")}
      lead={<output>{messages(demonstration ? "register.doneWithoutMail" : "register.done")}</output>}
    >
      <div className={styles.sent}>
        <IconMail size={18} aria-hidden="true" className={styles.icon} />
        <bdi>{email}</bdi>
      </div>
      <BackToLogin />
    </EntranceFrame>
  );
}
