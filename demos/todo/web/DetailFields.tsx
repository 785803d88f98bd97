import { useState } from "react";
import { allFolder, type TodoRecord } from "#demos/todo/contract.ts";
import type { Clock } from "#demos/todo/rules.ts";
import { Chooser } from "#web/ui/Chooser.tsx";
import styles from "#demos/todo/web/DetailFields.module.css";
import { DateLine } from "#demos/todo/web/DateLine.tsx";
import { FolderIcon } from "#demos/todo/web/FolderIcon.tsx";
import { FieldLine } from "#demos/todo/web/FieldLine.tsx";
import { FolderChoices } from "#demos/todo/web/FolderChoices.tsx";
import { LabelChoices } from "#demos/todo/web/LabelChoices.tsx";
import { LabelDot } from "#demos/todo/web/LabelDot.tsx";
import { ReminderLine } from "#demos/todo/web/ReminderLine.tsx";
import { RepeatLine } from "#demos/todo/web/RepeatLine.tsx";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { IconFolder, IconPlus, IconTag } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type DetailFieldsProps = {
  readonly todo: TodoRecord;
  readonly overview: Overview;
  readonly clock: Clock;
  readonly actions: TodoActions;
};

type Field = "due" | "start" | "remind" | "repeat" | "folder" | "labels";

/** When, where and under which labels: each a line whose value opens its choices. */
export function DetailFields({ todo, overview, clock, actions }: DetailFieldsProps) {
  const t = useMessages("todo");
  const folder = folderOf(todo, overview);
  const [open, setOpen] = useState<Field | null>(null);
  const field = (name: Field) => ({
    title: t(`detail.${name}`),
    isOpen: open === name,
    onToggle: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });
  return (
    <dl className={styles.fields}>
      <DateLine {...field("due")} todo={todo} clock={clock} actions={actions} which="dueDate" />
      <DateLine {...field("start")} todo={todo} clock={clock} actions={actions} which="startDate" />
      <ReminderLine {...field("remind")} todo={todo} clock={clock} actions={actions} />
      <RepeatLine {...field("repeat")} todo={todo} clock={clock} actions={actions} />
      <FieldLine
        title={t("detail.folder")}
        icon={folder ? <FolderIcon folder={folder} sizePx={16} /> : <IconFolder size={16} aria-hidden="true" />}
      >
        <FolderField {...field("folder")} todo={todo} overview={overview} actions={actions} />
      </FieldLine>
      <FieldLine title={t("detail.labels")} icon={<IconTag size={16} aria-hidden="true" />}>
        <LabelsField {...field("labels")} todo={todo} overview={overview} actions={actions} />
      </FieldLine>
    </dl>
  );
}

const folderOf = (todo: TodoRecord, { folders }: Overview) =>
  folders.find(({ id }) => id === todo.folder && id !== allFolder.id);

type ChoiceProps = Omit<DetailFieldsProps, "clock"> & {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

function FolderField({ todo, overview, actions, onToggle, ...field }: ChoiceProps) {
  const t = useMessages("todo");
  const titles = useTitles();
  const folder = folderOf(todo, overview);
  return (
    <Chooser
      {...field}
      onToggle={onToggle}
      target={
        <button type="button" className={styles.value} data-empty={folder === undefined || undefined}>
          <bdi>{folder ? titles.folder(folder) : t("choices.noFolder")}</bdi>
        </button>
      }
    >
      <FolderChoices
        folders={overview.folders}
        currentId={folder?.id ?? allFolder.id}
        onChoose={(chosen) => {
          actions.move([todo], chosen);
          onToggle(false);
        }}
      />
    </Chooser>
  );
}

function LabelsField({ todo, overview, actions, ...field }: ChoiceProps) {
  const t = useMessages("todo");
  const titles = useTitles();
  return (
    <span className={styles.labels}>
      {overview.labels
        .filter(({ id }) => todo.labels.includes(id))
        .map((label) => (
          <span key={label.id} className={styles.label}>
            <LabelDot color={label.color} />
            <bdi>{titles.label(label)}</bdi>
          </span>
        ))}
      <Chooser
        {...field}
        target={
          <button type="button" className={styles.add} aria-label={t("detail.addLabel")}>
            <IconPlus size={16} aria-hidden="true" />
          </button>
        }
      >
        <LabelChoices todos={[todo]} labels={overview.labels} onToggle={(label) => actions.label([todo], label)} />
      </Chooser>
    </span>
  );
}
