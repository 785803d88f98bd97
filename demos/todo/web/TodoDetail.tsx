import { Menu } from "@mantine/core";
import type { RefObject } from "react";
import { notesMax, titleMax, type TodoRecord } from "#demos/todo/contract.ts";
import type { Clock } from "#demos/todo/rules.ts";
import { DetailFields } from "#demos/todo/web/DetailFields.tsx";
import { GrowingField } from "#web/ui/GrowingField.tsx";
import { MarkButtons } from "#demos/todo/web/MarkButtons.tsx";
import { Subtasks } from "#demos/todo/web/Subtasks.tsx";
import styles from "#demos/todo/web/TodoDetail.module.css";
import { copyOf, type TodoActions } from "#demos/todo/web/useTodoActions.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { formatDateTime, formatRelative } from "#web/formats.ts";
import { DetailPane } from "#web/panes/DetailPane.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconArrowBackUp, IconCircleCheck, IconCircleDashed, IconCopy, IconDots, IconTrash } from "#web/ui/icons.ts";
import { useCopying } from "#web/ui/useCopy.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type TodoDetailProps = {
  readonly todo: TodoRecord;
  readonly overview: Overview;
  readonly clock: Clock;
  readonly actions: TodoActions;
  readonly titleRef: RefObject<HTMLTextAreaElement | null>;
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly onDeleteForEver: (todos: readonly TodoRecord[]) => void;
  readonly onClose: () => void;
};

/** Everything about one to-do. What is typed is saved by itself. */
export function TodoDetail(props: TodoDetailProps) {
  const { todo, overview, clock, actions, titleRef, panelRef, onClose } = props;
  const t = useMessages("todo");
  return (
    <DetailPane label={t("detail.label")} panelRef={panelRef} head={<HeadActions {...props} />} onClose={onClose}>
      <div className={styles.body}>
        <GrowingField
          key={`title ${todo.id}`}
          fieldRef={titleRef}
          className={styles.title}
          label={t("detail.title")}
          value={todo.title}
          maxLength={titleMax}
          isLine
          onCommit={(title) => actions.write(todo, { title })}
        />
        <DetailFields todo={todo} overview={overview} clock={clock} actions={actions} />
        <Subtasks key={`steps ${todo.id}`} todo={todo} actions={actions} />
        <section>
          <h2 className={styles.subtitle}>{t("detail.notes")}</h2>
          <GrowingField
            key={`notes ${todo.id}`}
            className={styles.notes}
            label={t("detail.notes")}
            placeholder={t("detail.notesPlaceholder")}
            value={todo.notes}
            maxLength={notesMax}
            onCommit={(notes) => actions.write(todo, { notes })}
          />
        </section>
      </div>
      <DetailFoot {...props} />
    </DetailPane>
  );
}

function HeadActions({ todo, actions }: TodoDetailProps) {
  const t = useMessages("todo");
  return (
    <>
      {todo.deleted ? (
        <button type="button" className={styles.complete} onClick={() => actions.restore([todo])}>
          <IconArrowBackUp size={18} aria-hidden="true" />
          {t("bar.restore")}
        </button>
      ) : (
        <button type="button" className={styles.complete} onClick={() => actions.complete([todo], !todo.completed)}>
          {todo.completed ? (
            <IconCircleDashed size={18} aria-hidden="true" />
          ) : (
            <IconCircleCheck size={18} aria-hidden="true" />
          )}
          {t(todo.completed ? "bar.reopen" : "bar.complete")}
        </button>
      )}
      <span className={styles.gap} />
      <MarkButtons todo={todo} actions={actions} />
      <MoreMenu todo={todo} actions={actions} />
    </>
  );
}

function MoreMenu({ todo, actions }: Pick<TodoDetailProps, "todo" | "actions">) {
  const t = useMessages("todo");
  const shell = useMessages();
  const copyLink = useCopying();
  const handleCopy = () => {
    actions.add({ set: copyOf(todo), newLabels: [], newFolder: null });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={shell("buttons.more")}>
          <IconDots size={20} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()}>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={handleCopy}>
          {t("detail.duplicate")}
        </Menu.Item>
        <Menu.Item onClick={() => void copyLink(location.href, t("toasts.linkCopied"))}>
          {t("detail.copyLink")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function DetailFoot({ todo, clock, actions, onDeleteForEver, onClose }: TodoDetailProps) {
  const t = useMessages("todo");
  const language = useLanguage();
  const handleDelete = () => {
    if (todo.deleted) return onDeleteForEver([todo]);
    actions.remove([todo]);
    onClose();
  };
  return (
    <footer className={styles.foot}>
      <span title={formatDateTime(language, todo.createdAt)}>
        {t("detail.created", { when: formatRelative(language, todo.createdAt, clock.now) })}
      </span>
      <IconButton
        label={t(todo.deleted ? "bar.deleteForEver" : "bar.delete")}
        className={styles.delete}
        onClick={handleDelete}
      >
        <IconTrash size={20} aria-hidden="true" />
      </IconButton>
    </footer>
  );
}
