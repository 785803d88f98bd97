import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { DocumentRow } from "#demos/files/contract.ts";
import type { NameAndIcon } from "#demos/files/web/useFileActions.ts";
import { IconPicker } from "#demos/icons/web/IconPicker.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconFolder } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type NameDialogProps = {
  readonly kind: "rename" | "folder";
  /** Null: a new folder. */
  readonly item: DocumentRow | null;
  readonly onSave: (set: NameAndIcon) => void;
  readonly onClose: () => void;
};

/** The name of a new folder, or a new name, and the icon of a folder. The part before the extension is selected. */
export function NameDialog({ kind, item, onSave, onClose }: NameDialogProps) {
  const t = useMessages("documents");
  const messages = useMessages();
  const [name, setName] = useState(item?.name ?? "");
  const [icon, setIcon] = useState(item?.icon ?? null);
  const isFolder = item === null || item.type === "folder";
  const isRight = name.trim() !== "" && !/[/\\]/.test(name);
  return (
    <Dialog isOpen title={t(`name.${kind}`)} onClose={onClose}>
      <form
        style={{ display: "grid", gap: 16 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRight) return;
          onSave({ name: name.trim(), icon });
          onClose();
        }}
      >
        <div style={{ display: "flex", gap: 8 }}>
          {isFolder && (
            <IconPicker
              label={t("name.icon")}
              value={icon}
              fallback={<IconFolder size={20} aria-hidden />}
              onChange={setIcon}
            />
          )}
          <TextInput
            data-autofocus
            label={t("columns.name")}
            style={{ flex: 1 }}
            dir="auto"
            maxLength={200}
            value={name}
            error={isRight || name === "" ? null : t("name.wrong")}
            onFocus={({ currentTarget }) => {
              const dot = currentTarget.value.lastIndexOf(".");
              currentTarget.setSelectionRange(0, dot > 0 ? dot : currentTarget.value.length);
            }}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </div>
        <div style={{ display: "flex", gap: 8, justifyContent: "flex-end" }}>
          <Button variant="default" onClick={onClose}>
            {messages("buttons.cancel")}
          </Button>
          <Button type="submit" disabled={!isRight}>
            {t("name.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
