import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type NameDialogProps = {
  readonly kind: "rename" | "folder";
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
};

/** The name of a new folder, or a new name. The part before the extension is selected. */
export function NameDialog({ kind, name: before, onName, onClose }: NameDialogProps) {
  const t = useMessages("documents");
  const messages = useMessages();
  const [name, setName] = useState(before);
  const isRight = name.trim() !== "" && !/[/\\]/.test(name);
  return (
    <Dialog isOpen title={t(`name.${kind}`)} onClose={onClose}>
      <form
        style={{ display: "grid", gap: 16 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRight) return;
          onName(name.trim());
          onClose();
        }}
      >
        <TextInput
          data-autofocus
          label={t("columns.name")}
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
