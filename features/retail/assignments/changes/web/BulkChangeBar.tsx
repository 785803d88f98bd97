import { Button } from "@mantine/core";
import { assignmentDecisions } from "#features/retail/assignments/contract/changes.ts";
import classes from "#features/retail/assignments/panes/web/AssignedPane.module.css";
import type { BulkChangeKind } from "#features/retail/assignments/changes/web/ChangeDialog.tsx";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { useCan } from "#web/session.tsx";
import { useMessages } from "#web/useMessages.ts";

const kinds: readonly BulkChangeKind[] = ["pause", "resume", "setPrice", "setRate", "setCap", "setStock", "end"];

/** The fields that need a permission of their own. */
const fieldsOf: Partial<Record<BulkChangeKind, string>> = { setRate: "cashbackBps", setCap: "cashbackCapMinor" };

type BulkChangeBarProps = {
  readonly count: number;
  readonly onAlter: (kind: BulkChangeKind) => void;
  readonly onClear: () => void;
};

/** The actions for the selected assignments. */
export function BulkChangeBar({ count, onAlter, onClear }: BulkChangeBarProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const can = useCan();
  const decided = assignmentDecisions.fields;
  const offered = kinds.filter((kind) => {
    const field = fieldsOf[kind];
    return field === undefined || can({ permission: decided[field]! });
  });
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t("selection")}>
      <strong aria-live="polite">{t("ticked", { count, figure: texts.figure(count) })}</strong>
      {offered.map((kind) => (
        <Button key={kind} variant="default" size="xs" onClick={() => onAlter(kind)}>
          {t(`change.${kind}.button`)}
        </Button>
      ))}
      <Button variant="subtle" size="xs" onClick={onClear}>
        {t("clear")}
      </Button>
    </div>
  );
}
