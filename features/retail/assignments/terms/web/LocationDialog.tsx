import { Button } from "@mantine/core";
import { PlacementFields } from "#features/retail/assignments/terms/web/PlacementFields.tsx";
import type { Placement } from "#features/retail/assignments/terms/web/usePlacement.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type LocationDialogProps = { readonly where: Placement; readonly error: Error | null; readonly onClose: () => void };

/** Location, period and cap as fields. Changes apply immediately, and the preview behind updates. */
export function LocationDialog({ where, error, onClose }: LocationDialogProps) {
  const t = useMessages("assignments");
  return (
    <Dialog
      isOpen
      title={t("where.title")}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("where.done")}</Button>}
    >
      <PlacementFields where={where} error={error} />
    </Dialog>
  );
}
