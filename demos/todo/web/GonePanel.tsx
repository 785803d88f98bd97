import { Button } from "@mantine/core";
import styles from "#demos/todo/web/TodoDetail.module.css";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** The address names a to-do that is not there, or not this person's. */
export function GonePanel({ onClose }: { readonly onClose: () => void }) {
  const words = useMessages("todo");
  const shell = useMessages();
  return (
    <aside className={styles.detail} aria-label={words("detail.label")}>
      <EmptyState
        icon={<IconTrash size={24} aria-hidden="true" />}
        title={words("empty.goneTitle")}
        text={words("empty.goneText")}
        action={
          <Button variant="default" onClick={onClose}>
            {shell("buttons.close")}
          </Button>
        }
      />
    </aside>
  );
}
