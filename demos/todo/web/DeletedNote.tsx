import { Button } from "@mantine/core";
import styles from "#demos/todo/web/DeletedNote.module.css";
import { useMessages } from "#web/useMessages.ts";

/** Above what is deleted, where new to-dos have no place. */
export function DeletedNote({ onDeleteAll }: { readonly onDeleteAll: () => void }) {
  const t = useMessages("todo");
  return (
    <div className={styles.note}>
      <p>{t("deletedNote")}</p>
      <Button variant="subtle" color="red" size="compact-sm" onClick={onDeleteAll}>
        {t("deleteAll")}
      </Button>
    </div>
  );
}
