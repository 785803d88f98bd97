import { Button } from "@mantine/core";
import { useState } from "react";
import type { DocumentRow, Folder } from "#demos/files/contract.ts";
import { FolderTree } from "#demos/files/web/FolderTree.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type MoveDialogProps = {
  readonly kind: "move" | "copy";
  readonly items: readonly DocumentRow[];
  readonly folders: readonly Folder[];
  readonly onChoose: (folderId: string | null) => void;
  readonly onClose: () => void;
};

/** The folder that items are moved or copied to. Folders that are moved are not offered. */
export function MoveDialog({ kind, items, folders, onChoose, onClose }: MoveDialogProps) {
  const t = useMessages("documents");
  const messages = useMessages();
  const [chosen, setChosen] = useState<string | null>(null);
  const moved = new Set(items.map(({ id }) => id));
  const offered = folders.filter(({ id }) => !moved.has(id));
  return (
    <Dialog isOpen title={t(`move.${kind}`, { count: items.length })} onClose={onClose}>
      <FolderTree folders={offered} currentId={chosen} openIds={[]} label={t("move.folders")} onChoose={setChosen} />
      <div style={{ display: "flex", gap: 8, justifyContent: "flex-end", marginBlockStart: 16 }}>
        <Button variant="default" onClick={onClose}>
          {messages("buttons.cancel")}
        </Button>
        <Button
          onClick={() => {
            onChoose(chosen);
            onClose();
          }}
        >
          {t(`move.${kind}Here`)}
        </Button>
      </div>
    </Dialog>
  );
}
