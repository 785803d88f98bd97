import { type SubmitEvent, useState } from "react";
import { allFolder, type Folder } from "#demos/todo/contract.ts";
import styles from "#web/panes/CheckChoices.module.css";
import { FolderIcon } from "#demos/todo/web/FolderIcon.tsx";
import { useListActions } from "#demos/todo/web/useListActions.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import { IconCheck, IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type FolderChoicesProps = {
  readonly folders: readonly Folder[];
  /** `null` where several to-dos are in several. */
  readonly currentId: number | null;
  readonly onChoose: (folder: { readonly id: number; readonly title: string }) => void;
};

/** One folder, or none but the one of all. */
export function FolderChoices({ folders, currentId, onChoose }: FolderChoicesProps) {
  const t = useMessages("todo");
  const titles = useTitles();
  const { addFolder } = useListActions();
  const [title, setTitle] = useState("");
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (title.trim() !== "") addFolder(title.trim());
    setTitle("");
  };
  return (
    <form onSubmit={handleSubmit} className={styles.choices}>
      <ul className={styles.list}>
        {folders.map((folder) => {
          const isNone = folder.id === allFolder.id;
          const name = isNone ? t("choices.noFolder") : titles.folder(folder);
          const isCurrent = folder.id === currentId;
          return (
            <li key={folder.id}>
              <button
                type="button"
                className={styles.choice}
                aria-current={isCurrent || undefined}
                onClick={() => onChoose({ id: folder.id, title: name })}
              >
                <FolderIcon folder={folder} sizePx={16} />
                <bdi className={styles.title}>{name}</bdi>
                {isCurrent && <IconCheck size={16} aria-hidden="true" />}
              </button>
            </li>
          );
        })}
      </ul>
      <div className={styles.add}>
        <input
          className={styles.search}
          dir={title === "" ? undefined : "auto"}
          maxLength={60}
          value={title}
          placeholder={t("choices.newFolder")}
          aria-label={t("choices.newFolder")}
          onChange={(event) => setTitle(event.target.value)}
        />
        <button
          type="submit"
          className={styles.plus}
          aria-label={t("choices.addFolder")}
          disabled={title.trim() === ""}
        >
          <IconPlus size={16} aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}
