import { assignments } from "#features/retail/assignments/contract.ts";
import type { Assignment } from "#features/retail/assignments/contract/rows.ts";
import { useAssignmentFormatters } from "#features/retail/assignments/history/web/useAssignmentFormatters.ts";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type HistoryDialogProps = {
  readonly assignment: Assignment;
  /** The retailer's time zone. */
  readonly timezone: string | null;
  readonly onClose: () => void;
};

/** The history of one assignment: changes by users and cascades. */
export function HistoryDialog({ assignment, timezone, onClose }: HistoryDialogProps) {
  const t = useMessages("assignments");
  const { nameOf } = useAssignTexts();
  const texts = useAssignmentFormatters(assignment, timezone);
  return (
    <Dialog isOpen title={nameOf(assignment.product)} onClose={onClose} widthPx={560}>
      <ActivityPanel operation={assignments.activity} id={assignment.id} texts={texts} t={t} />
    </Dialog>
  );
}
