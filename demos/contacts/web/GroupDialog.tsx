import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type SubmitEvent, useId, useState } from "react";
import { nameKey } from "#base/searchKey.ts";
import type { Group } from "#demos/contacts/contract.ts";
import styles from "#demos/contacts/web/Contacts.module.css";
import { useContactActions } from "#demos/contacts/web/useContactActions.ts";
import { linkTo } from "#demos/contacts/web/useContacts.ts";
import { IconPicker } from "#demos/icons/web/IconPicker.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconTrash, IconUsersGroup } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type GroupDialogProps = {
  /** Null: a new one. */
  readonly group: Group | null;
  readonly icon: string | null;
  readonly groups: readonly Group[];
  readonly onClose: () => void;
};

const nameMax = 60;

/** Creates, changes and deletes one's own groups. */
export function GroupDialog({ group, icon: before, groups, onClose }: GroupDialogProps) {
  const t = useMessages("contacts");
  const shell = useMessages();
  const id = useId();
  const navigate = useNavigate();
  const actions = useContactActions();
  const [name, setName] = useState(group?.name ?? "");
  const [icon, setIcon] = useState(before);
  const [isAsked, setAsked] = useState(false);
  const wanted = name.trim();
  const isTaken = groups.some((each) => each.id !== group?.id && nameKey(each.name) === nameKey(wanted));
  const problem = wanted === "" ? t("group.nameMissing") : isTaken ? t("group.nameTaken", { name: wanted }) : null;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    if (problem !== null) return;
    if (group === null) void navigate(linkTo(actions.addGroup(wanted, { icon })));
    else if (icon !== before) actions.changeGroup(group, wanted, { from: before, to: icon });
    else if (wanted !== group.name) actions.changeGroup(group, wanted);
    onClose();
  };
  const handleRemove = () => {
    if (group === null) return;
    actions.removeGroup(group);
    onClose();
    void navigate(linkTo("all"));
  };
  return (
    <Dialog
      title={t(group ? "group.change" : "group.add")}
      isOpen
      onClose={onClose}
      widthPx={400}
      isCompact
      footer={
        <>
          {group && <RemoveButton onRemove={handleRemove} />}
          <Button variant="default" onClick={onClose}>
            {shell("buttons.cancel")}
          </Button>
          <Button type="submit" form={id}>
            {shell("buttons.save")}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} className={styles.groupForm}>
        <IconPicker
          label={t("group.icon")}
          value={icon}
          fallback={<IconUsersGroup size={20} aria-hidden="true" />}
          onChange={setIcon}
        />
        <TextInput
          data-autofocus
          label={t("group.name")}
          maxLength={nameMax}
          value={name}
          {...(name === "" ? {} : { dir: "auto" })}
          error={isAsked ? problem : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}

function RemoveButton({ onRemove }: { readonly onRemove: () => void }) {
  const t = useMessages("contacts");
  return (
    <Button
      variant="subtle"
      color="red"
      className={styles.remove ?? ""}
      leftSection={<IconTrash size={18} aria-hidden="true" />}
      onClick={onRemove}
    >
      {t("group.remove")}
    </Button>
  );
}
