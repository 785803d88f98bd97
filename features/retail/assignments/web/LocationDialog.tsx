import { Button } from "@mantine/core";
import { WhereFields } from "#features/retail/assignments/web/WhereFields.tsx";
import type { Where } from "#features/retail/assignments/web/useWhere.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type WhereDialogProps = { readonly where: Where; readonly error: Error | null; readonly onClose: () => void };

/** Location, period and cap as fields. Changes apply immediately, and the preview behind updates. */
export function LocationDialog({ where, error, onClose }: WhereDialogProps) {
  const t = useMessages("assignments");
  return (
    <Dialog
      isOpen
      title={t("where.title")}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("where.done")}</Button>}
    >
      <WhereFields where={where} error={error} />
    </Dialog>
  );
}
