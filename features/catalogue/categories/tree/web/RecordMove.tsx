import { useRef, useState } from "react";
import { categories } from "#features/catalogue/categories/contract.ts";
import type { Place } from "#features/catalogue/categories/rules.ts";
import { MoveDialog } from "#features/catalogue/categories/tree/web/MoveDialog.tsx";
import { useTreeMoves } from "#features/catalogue/categories/tree/web/useTreeMoves.ts";
import { useRead } from "#web/operations.ts";
import { ImpactConfirmation } from "#web/record/ImpactConfirmation.tsx";

type RecordMoveProps = { readonly id: string; readonly onClose: () => void };

/** Moves a category from its own page: the dialog, with the category tree that it needs. */
export function RecordMove({ id, onClose }: RecordMoveProps) {
  const { data } = useRead(categories.tree, { withArchived: true });
  const { moveTo, impactPreview } = useTreeMoves(data?.rows ?? none, true);
  const [isChosen, setChosen] = useState(false);
  const isUnderWay = useRef(false);
  // The confirmation outlives the dialog in which the user chose the move.
  const move = (place: Place) => {
    isUnderWay.current = true;
    setChosen(true);
    void moveTo(id, place).finally(onClose);
  };
  const handleClose = () => {
    if (!isUnderWay.current) onClose();
  };
  if (data === undefined) return null;
  return (
    <>
      {!isChosen && <MoveDialog rows={data.rows} id={id} onMove={move} onClose={handleClose} />}
      <ImpactConfirmation impact={impactPreview} />
    </>
  );
}

const none: readonly never[] = [];
