import { Button, TextInput } from "@mantine/core";
import { type SubmitEvent, useId, useState } from "react";
import * as z from "zod/mini";
import { IconPicker } from "#demos/icons/web/IconPicker.tsx";
import { type Folder, folderTitle, type Label, labelTitle } from "#demos/todo/contract.ts";
import { chosenIconOf, folderIcon, labelColors, type View } from "#demos/todo/rules.ts";
import styles from "#demos/todo/web/ListDialog.module.css";
import { useListActions } from "#demos/todo/web/useListActions.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { useTodoView } from "#demos/todo/web/useTodoView.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconFolder, IconTrash } from "#web/ui/icons.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The folder or label to edit; without one, a new one is created. */
export type FolderOrLabel =
  | { readonly kind: "folder"; readonly folder?: Folder }
  | { readonly kind: "label"; readonly label?: Label };

type ListDialogProps = {
  readonly edited: FolderOrLabel;
  readonly overview: Overview;
  readonly view: View;
  readonly onClose: () => void;
};

/** Creates, changes and removes the user's folders and labels. */
export function ListDialog({ edited, overview, onClose }: ListDialogProps) {
  const t = useMessages("todo");
  const shell = useMessages();
  const titles = useTitles();
  const id = useId();
  const existing = edited.kind === "folder" ? edited.folder : edited.label;
  const shown = existing && ("color" in existing ? titles.label(existing) : titles.folder(existing));
  const [title, setTitle] = useState(shown ?? "");
  const [color, setColor] = useState(edited.kind === "label" ? (edited.label?.color ?? nextColor(overview)) : "");
  const [icon, setIcon] = useState(edited.kind === "folder" && edited.folder ? chosenIconOf(edited.folder) : null);
  const [isAsked, setAsked] = useState(false);
  const problem = problemOf(edited, title, overview, titles);
  const { save, remove } = useListChange(edited, onClose);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    if (problem === null) save({ title: title.trim(), color, icon: icon ?? folderIcon }, title.trim() !== shown);
  };
  return (
    <Dialog
      title={t(`${edited.kind}Dialog.${existing ? "change" : "add"}`)}
      isOpen
      onClose={onClose}
      widthPx={400}
      isCompact
      footer={
        <>
          {existing && (
            <Button
              variant="subtle"
              color="red"
              className={styles.remove ?? ""}
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              onClick={remove}
            >
              {shell("buttons.remove")}
            </Button>
          )}
          <Button type="submit" form={id}>
            {shell(existing ? "buttons.save" : "buttons.create")}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} className={styles.form}>
        <div className={styles.name}>
          {edited.kind === "folder" && (
            <IconPicker
              label={t("listDialog.icon")}
              value={icon}
              fallback={<IconFolder size={20} aria-hidden="true" />}
              onChange={setIcon}
            />
          )}
          <TextInput
            data-autofocus
            label={t("listDialog.title")}
            value={title}
            dir="auto"
            error={isAsked && problem ? t(`listDialog.${problem}`) : null}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        </div>
        {edited.kind === "label" && <Colors color={color} onChange={setColor} />}
      </form>
    </Dialog>
  );
}

type Chosen = { readonly title: string; readonly color: string; readonly icon: string };

function useListChange(edited: FolderOrLabel, onClose: () => void) {
  const t = useMessages("todo");
  const shell = useMessages();
  const confirm = useConfirm();
  const lists = useListActions();
  const { view, goTo } = useTodoView();
  const existing = edited.kind === "folder" ? edited.folder : edited.label;
  const save = ({ title, color, icon }: Chosen, isRenamed: boolean) => {
    if (edited.kind === "folder") {
      if (edited.folder) lists.changeFolder(edited.folder, { title, icon });
      else lists.addFolder(title, icon);
    } else if (edited.label) {
      // A title shown in another language is not a new one.
      lists.changeLabel(edited.label, { color, ...(isRenamed ? { title } : {}) });
    } else lists.addLabel(title, color);
    onClose();
  };
  const remove = async () => {
    onClose();
    if (existing === undefined) return;
    const text = t(`${edited.kind}Dialog.removeText`);
    const named = existing.title;
    if (!(await confirm({ text, named, confirmLabel: shell("buttons.remove"), isDangerous: true }))) return;
    if (view.kind === edited.kind && view.handle === existing.handle) goTo({ kind: "folder", handle: "all" });
    if (edited.kind === "folder" && edited.folder) lists.removeFolder(edited.folder);
    if (edited.kind === "label" && edited.label) lists.removeLabel(edited.label);
  };
  return { save, remove: () => void remove() };
}

function problemOf(edited: FolderOrLabel, title: string, overview: Overview, titles: ReturnType<typeof useTitles>) {
  const schema = edited.kind === "folder" ? folderTitle : labelTitle;
  if (title.trim() === "") return "required";
  if (!z.safeParse(schema, title).success) return "tooLong";
  const others =
    edited.kind === "folder"
      ? overview.folders
          .filter(({ id }) => id !== edited.folder?.id)
          .map((folder) => [folder.title, titles.folder(folder)])
      : overview.labels.filter(({ id }) => id !== edited.label?.id).map((label) => [label.title, titles.label(label)]);
  const isTaken = others.flat().some((taken) => taken.toLowerCase() === title.trim().toLowerCase());
  return isTaken ? "taken" : null;
}

/** A colour that no label has yet, if there is one. */
const nextColor = ({ labels }: Overview) =>
  labelColors.find((color) => labels.every((label) => label.color !== color)) ?? labelColors[0]!;

function Colors({ color, onChange }: { readonly color: string; readonly onChange: (color: string) => void }) {
  const t = useMessages("todo");
  return (
    <fieldset className={styles.colors}>
      <legend>{t("listDialog.color")}</legend>
      {[...new Set([...labelColors, color])].map((choice, index) => (
        <label key={choice}>
          <input
            type="radio"
            name="color"
            value={choice}
            checked={choice === color}
            aria-label={t("listDialog.colorNumber", { number: index + 1 })}
            onChange={() => onChange(choice)}
          />
          <i style={{ background: choice }} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}
