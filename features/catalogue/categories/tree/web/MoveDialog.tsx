import { Button } from "@mantine/core";
import { useState } from "react";
import type { TreeRow } from "#features/catalogue/categories/contract.ts";
import { type Place, problemOfMove } from "#features/catalogue/categories/rules.ts";
import { PathSelect } from "#features/catalogue/categories/tree/web/PathSelect.tsx";
import { usePathChoices } from "#features/catalogue/categories/tree/web/usePathChoices.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MoveDialogProps = {
  readonly rows: readonly TreeRow[];
  readonly id: string;
  readonly onMove: (place: Place) => void;
  readonly onClose: () => void;
};

const topValue = "top";

/** Selects the target of a move by name: for distant targets, and for users who don't drag. */
export function MoveDialog({ rows, id, onMove, onClose }: MoveDialogProps) {
  const t = useMessages("categories");
  const messages = useMessages();
  const language = useLanguage();
  const row = rows.find((each) => each.id === id);
  const [value, setValue] = useState<string | null>(row?.parentId ?? topValue);
  const choices = usePathChoices(rows);
  if (row === undefined) return null;
  const isAllowed = (parentId: string | null) => problemOfMove(rows, id, { parentId }) === null;
  const parentId = value === topValue ? null : value;
  return (
    <Dialog
      isOpen
      title={t("moveOf", { name: row.nameI18n[language] ?? row.name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {messages("buttons.cancel")}
          </Button>
          <Button
            disabled={value === null || parentId === row.parentId}
            onClick={() => {
              onMove({ parentId, beforeId: null });
              onClose();
            }}
          >
            {t("move")}
          </Button>
        </>
      }
    >
      <PathSelect
        label={t("fields.parentId")}
        hint={t("hints.move")}
        choices={[
          { value: topValue, label: t("topLevel"), disabled: !isAllowed(null) },
          ...choices
            .filter(({ status }) => status === "active")
            .map((choice) => ({ value: choice.id, label: choice.path, disabled: !isAllowed(choice.id) })),
        ]}
        value={value}
        onChange={setValue}
      />
    </Dialog>
  );
}
