import { Tooltip } from "@mantine/core";
import styles from "#web/live/PresentPeople.module.css";
import { usePresence } from "#web/live/presence.ts";
import { useSignedInUser } from "#web/session.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { useMessages } from "#web/useMessages.ts";

const shownMax = 4;

/** Who else has this record open, and whether they are changing it. Shows the user to the others, too. */
export function PresentPeople({ resource, id }: { readonly resource: string; readonly id: string }) {
  const messages = useMessages("record");
  const userId = useSignedInUser()?.userId;
  const others = usePresence(resource, id).filter((present) => present.userId !== userId);
  const textOf = ({ name, mode }: (typeof others)[number]) =>
    messages(mode === "viewing" ? "presence.viewing" : "presence.editing", { name });
  const rest = others.length - shownMax;
  return (
    // Always there, so that a screen reader notices who comes.
    <div className={styles.people} role="status" aria-label={messages("presence.title")}>
      {others.slice(0, shownMax).map((present) => (
        <Tooltip key={present.userId} label={textOf(present)}>
          <span className={styles.person} data-mode={present.mode}>
            <Avatar name={present.name} size={32} />
            <span className="hidden-visually">{textOf(present)}</span>
          </span>
        </Tooltip>
      ))}
      {rest > 0 && (
        <span className={styles.rest}>
          <span className="hidden-visually">{messages("presence.more", { count: rest })}</span>
          <span aria-hidden="true" dir="ltr">
            +{rest}
          </span>
        </span>
      )}
    </div>
  );
}
