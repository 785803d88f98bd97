import { Menu } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { TodoRecord } from "#demos/todo/contract.ts";
import { Chooser } from "#demos/todo/web/Chooser.tsx";
import { FolderChoices } from "#demos/todo/web/FolderChoices.tsx";
import { LabelChoices } from "#demos/todo/web/LabelChoices.tsx";
import styles from "#demos/todo/web/SelectionBar.module.css";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconDots,
  IconFlag,
  IconFolder,
  IconStar,
  IconTag,
  IconTrash,
  IconX,
} from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

export type OpenChooser = "folder" | "label" | null;

type SelectionBarProps = {
  readonly todos: readonly TodoRecord[];
  readonly overview: Overview;
  readonly actions: TodoActions;
  /** Which of its choices are open; keys open them too. */
  readonly open: OpenChooser;
  readonly onOpen: (open: OpenChooser) => void;
  readonly onDeleteForEver: (todos: readonly TodoRecord[]) => void;
  readonly onClear: () => void;
};

/** What can be done with all that is selected. It lies over the end of the list, where no row is. */
export function SelectionBar(props: SelectionBarProps) {
  const { todos, actions, onDeleteForEver, onClear } = props;
  const words = useMessages("todo");
  const areDeleted = todos.every(({ deleted }) => deleted);
  const areDone = todos.every(({ completed }) => completed);
  const then = (act: () => void) => () => {
    act();
    onClear();
  };
  return (
    <div className={`${styles.bar} not-on-paper`} role="toolbar" aria-label={words("bar.label")} data-selection-bar>
      <b className={styles.count} aria-live="polite">
        {words("bar.selected", { count: todos.length })}
      </b>
      {areDeleted ? (
        <>
          <BarButton
            icon={<IconArrowBackUp size={18} aria-hidden="true" />}
            onClick={then(() => actions.restore(todos))}
          >
            {words("bar.restore")}
          </BarButton>
          <BarButton
            icon={<IconTrash size={18} aria-hidden="true" />}
            isDangerous
            onClick={() => onDeleteForEver(todos)}
          >
            {words("bar.deleteForEver")}
          </BarButton>
        </>
      ) : (
        <>
          <BarButton
            icon={
              areDone ? (
                <IconCircleDashed size={18} aria-hidden="true" />
              ) : (
                <IconCircleCheck size={18} aria-hidden="true" />
              )
            }
            onClick={then(() => actions.complete(todos, !areDone))}
          >
            {words(areDone ? "bar.reopen" : "bar.complete")}
          </BarButton>
          <Choosers {...props} />
          <BarButton
            icon={<IconTrash size={18} aria-hidden="true" />}
            isDangerous
            onClick={then(() => actions.remove(todos))}
          >
            {words("bar.delete")}
          </BarButton>
          <MoreMenu todos={todos} actions={actions} />
        </>
      )}
      <IconButton label={words("bar.clear")} onClick={onClear}>
        <IconX size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Choosers({ todos, overview, actions, open, onOpen }: SelectionBarProps) {
  const words = useMessages("todo");
  const folders = new Set(todos.map(({ folder }) => folder ?? 0));
  return (
    <>
      <Chooser
        title={words("bar.move")}
        position="top"
        isOpen={open === "folder"}
        onToggle={(isOpen) => onOpen(isOpen ? "folder" : null)}
        target={<BarButton icon={<IconFolder size={18} aria-hidden="true" />}>{words("bar.move")}</BarButton>}
      >
        <FolderChoices
          folders={overview.folders}
          currentId={folders.size === 1 ? [...folders][0]! : null}
          onChoose={(folder) => {
            actions.move(todos, folder);
            onOpen(null);
          }}
        />
      </Chooser>
      <Chooser
        title={words("bar.labels")}
        position="top"
        isOpen={open === "label"}
        onToggle={(isOpen) => onOpen(isOpen ? "label" : null)}
        target={<BarButton icon={<IconTag size={18} aria-hidden="true" />}>{words("bar.labels")}</BarButton>}
      >
        <LabelChoices todos={todos} labels={overview.labels} onToggle={(label) => actions.label(todos, label)} />
      </Chooser>
    </>
  );
}

type BarButtonProps = {
  readonly icon: ReactNode;
  readonly onClick?: () => void;
  readonly isDangerous?: boolean;
  readonly children: string;
};

/** On a phone only its icon; its name stays for whoever hears it. */
function BarButton({ icon, children, isDangerous = false, ...others }: BarButtonProps) {
  return (
    <button type="button" {...others} className={styles.button} data-dangerous={isDangerous || undefined}>
      {icon}
      <span className={styles.name}>{children}</span>
    </button>
  );
}

function MoreMenu({ todos, actions }: Pick<SelectionBarProps, "todos" | "actions">) {
  const words = useMessages("todo");
  const [isOpen, setOpen] = useState(false);
  const areStarred = todos.every(({ starred }) => starred);
  const areImportant = todos.every(({ important }) => important);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="top-end">
      <Menu.Target>
        <IconButton label={words("bar.more")}>
          <IconDots size={18} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()}>
        <Menu.Item
          leftSection={<IconStar size={16} aria-hidden="true" />}
          onClick={() => actions.star(todos, !areStarred)}
        >
          {words(areStarred ? "bar.unstar" : "bar.star")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFlag size={16} aria-hidden="true" />}
          onClick={() => actions.flag(todos, !areImportant)}
        >
          {words(areImportant ? "bar.unflag" : "bar.flag")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
