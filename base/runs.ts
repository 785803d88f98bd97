/** What runs in the background, in the order of the filter. */
export const runKinds = ["import", "export", "bulk", "scheduled", "delivery"] as const;
export type RunKind = (typeof runKinds)[number];

export const runStates = ["waiting", "running", "done", "stopped", "failed"] as const;
export type RunState = (typeof runStates)[number];

/** A run whose user can undo it now, one that was undone, and one that undoes another. */
export const undoStates = ["possible", "undone", "undo"] as const;
export type UndoState = (typeof undoStates)[number];
