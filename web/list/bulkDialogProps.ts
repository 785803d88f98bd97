import type { BulkAction, BulkActions } from "#web/list/bulk.ts";
import type { CellContext } from "#web/list/defineList.ts";

export type BulkDialogProps = {
  readonly bulk: BulkActions;
  readonly action: BulkAction;
  /** The `selection` of the operations: ids, or the filter as the user saw it. */
  readonly target: Readonly<Record<string, unknown>>;
  /** There are more records than a screen changes at once. */
  readonly isLarge?: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly context: CellContext;
};
