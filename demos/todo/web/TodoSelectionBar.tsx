import { Menu } from "@mantine/core";
import { useState } from "react";
import type { TodoRecord } from "#demos/todo/contract.ts";
import { FolderChoices } from "#demos/todo/web/FolderChoices.tsx";
import { LabelChoices } from "#demos/todo/web/LabelChoices.tsx";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { SelectionBar } from "#web/panes/SelectionBar.tsx";
import { SelectionButton } from "#web/panes/SelectionButton.tsx";
import { Chooser } from "#web/ui/Chooser.tsx";
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
} from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

export type OpenChooser = "folder" | "label" | null;

type TodoSelectionBarProps = {
  readonly todos: readonly TodoRecord[];
  readonly overview: Overview;
  readonly actions: TodoActions;
  /** Which of its choices are open; keys open them too. */
  readonly open: OpenChooser;
  readonly onOpen: (open: OpenChooser) => void;
  readonly onDeleteForEver: (todos: readonly TodoRecord[]) => void;
  readonly onClear: () => void;
};

/** What can be done with all that is selected. */
export function TodoSelectionBar(props: TodoSelectionBarProps) {
  const { todos, actions, onDeleteForEver, onClear } = props;
  const t = useMessages("todo");
  const areDeleted = todos.every(({ deleted }) => deleted);
  const areDone = todos.every(({ completed }) => completed);
  const then = (act: () => void) => () => {
    act();
    onClear();
  };
  return (
    <SelectionBar
      label={t("bar.label")}
      count={t("bar.selected", { count: todos.length })}
      clearLabel={t("bar.clear")}
      onClear={onClear}
    >
      {areDeleted ? (
        <>
          <SelectionButton
            icon={<IconArrowBackUp size={18} aria-hidden="true" />}
            onClick={then(() => actions.restore(todos))}
          >
            {t("bar.restore")}
          </SelectionButton>
          <SelectionButton
            icon={<IconTrash size={18} aria-hidden="true" />}
            isDangerous
            onClick={() => onDeleteForEver(todos)}
          >
            {t("bar.deleteForEver")}
          </SelectionButton>
        </>
      ) : (
        <>
          <SelectionButton
            icon={
              areDone ? (
                <IconCircleDashed size={18} aria-hidden="true" />
              ) : (
                <IconCircleCheck size={18} aria-hidden="true" />
              )
            }
            onClick={then(() => actions.complete(todos, !areDone))}
          >
            {t(areDone ? "bar.reopen" : "bar.complete")}
          </SelectionButton>
          <Choosers {...props} />
          <SelectionButton
            icon={<IconTrash size={18} aria-hidden="true" />}
            isDangerous
            onClick={then(() => actions.remove(todos))}
          >
            {t("bar.delete")}
          </SelectionButton>
          <MoreMenu todos={todos} actions={actions} />
        </>
      )}
    </SelectionBar>
  );
}

function Choosers({ todos, overview, actions, open, onOpen }: TodoSelectionBarProps) {
  const t = useMessages("todo");
  const folders = new Set(todos.map(({ folder }) => folder ?? 0));
  return (
    <>
      <Chooser
        title={t("bar.move")}
        position="top"
        isOpen={open === "folder"}
        onToggle={(isOpen) => onOpen(isOpen ? "folder" : null)}
        target={<SelectionButton icon={<IconFolder size={18} aria-hidden="true" />}>{t("bar.move")}</SelectionButton>}
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
        title={t("bar.labels")}
        position="top"
        isOpen={open === "label"}
        onToggle={(isOpen) => onOpen(isOpen ? "label" : null)}
        target={<SelectionButton icon={<IconTag size={18} aria-hidden="true" />}>{t("bar.labels")}</SelectionButton>}
      >
        <LabelChoices todos={todos} labels={overview.labels} onToggle={(label) => actions.label(todos, label)} />
      </Chooser>
    </>
  );
}

function MoreMenu({ todos, actions }: Pick<TodoSelectionBarProps, "todos" | "actions">) {
  const t = useMessages("todo");
  const [isOpen, setOpen] = useState(false);
  const areStarred = todos.every(({ starred }) => starred);
  const areImportant = todos.every(({ important }) => important);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="top-end">
      <Menu.Target>
        <IconButton label={t("bar.more")}>
          <IconDots size={18} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()}>
        <Menu.Item
          leftSection={<IconStar size={16} aria-hidden="true" />}
          onClick={() => actions.star(todos, !areStarred)}
        >
          {t(areStarred ? "bar.unstar" : "bar.star")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFlag size={16} aria-hidden="true" />}
          onClick={() => actions.flag(todos, !areImportant)}
        >
          {t(areImportant ? "bar.unflag" : "bar.flag")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
