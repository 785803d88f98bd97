import { Tooltip } from "@mantine/core";
import type { Present } from "#base/live.ts";
import styles from "#web/live/PresentPeople.module.css";
import { usePresence } from "#web/live/presence.ts";
import { useSignedInUser } from "#web/session.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Who else has this record open, and whether they are changing it. Shows the user to the others, too. */
export function PresentPeople({ resource, id }: { readonly resource: string; readonly id: string }) {
  const messages = useMessages("people");
  return (
    // Always there, so that a screen reader notices who comes.
    <div className={styles.people} role="status" aria-label={messages("title")}>
      <Faces people={usePresence(resource, id)} size={32} shownMax={4} />
    </div>
  );
}

/** Who else has the record of a row open. */
export const RowPeople = ({ people }: { readonly people: readonly Present[] }) => (
  <span className={styles.row}>
    <Faces people={people} size={24} shownMax={2} />
  </span>
);

type FacesProps = { readonly people: readonly Present[]; readonly size: 24 | 32; readonly shownMax: number };

/** The others of these people. */
function Faces({ people, size, shownMax }: FacesProps) {
  const messages = useMessages("people");
  const userId = useSignedInUser()?.userId;
  const others = people.filter((present) => present.userId !== userId);
  const textOf = ({ name, mode }: (typeof others)[number]) =>
    messages(mode === "viewing" ? "viewing" : "editing", { name });
  const rest = others.length - shownMax;
  return (
    <>
      {others.slice(0, shownMax).map((present) => (
        <Tooltip key={present.userId} label={textOf(present)}>
          <span className={styles.person} data-mode={present.mode}>
            <Avatar name={present.name} size={size} />
            <span className="hidden-visually">{textOf(present)}</span>
          </span>
        </Tooltip>
      ))}
      {rest > 0 && (
        <span className={styles.rest}>
          <span className="hidden-visually">{messages("more", { count: rest })}</span>
          <span aria-hidden="true" dir="ltr">
            +{rest}
          </span>
        </span>
      )}
    </>
  );
}
