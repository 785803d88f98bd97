import { Button } from "@mantine/core";
import { demoPassword, demoPeople } from "#features/access/session/rules.ts";
import styles from "#features/access/session/web/EntranceNote.module.css";
import type { EntranceNoteProps } from "#web/layout/release.ts";
import { IconFlask } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** In the browser host: which sign-in methods need a server, that this is a demonstration, and the sample accounts. */
export function DemonstrationNote({ isPending, onUse }: EntranceNoteProps) {
  const messages = useMessages("session");
  const { email } = demoPeople.administrator;
  return (
    <>
      <p className={styles.missing}>{messages("providers.needServer")}</p>
      <section className={styles.note} aria-label={messages("demonstration.title")}>
        <IconFlask size={18} aria-hidden="true" className={styles.icon} />
        <div>
          <p>{messages("demonstration.text")}</p>
          <dl className={styles.account}>
            <dt>{messages("fields.email")}</dt>
            <dd>
              <bdi>{email}</bdi>
            </dd>
            <dt>{messages("fields.password")}</dt>
            <dd>
              <bdi>{demoPassword}</bdi>
            </dd>
          </dl>
          <Button
            variant="default"
            size="xs"
            disabled={isPending}
            onClick={() => onUse({ email, password: demoPassword })}
          >
            {messages("demonstration.use")}
          </Button>
        </div>
      </section>
    </>
  );
}
