/** How a step is taken, where a dialog asked. */
export type StepManner = {
  readonly reason?: string;
  /** Stands for what was shown to follow. */
  readonly fingerprint?: string;
  /** Those below it take it as well. */
  readonly withBranches?: boolean;
};

/** What a dialog about a step is told, and what it tells. */
export type AskedStep = {
  readonly isPending: boolean;
  /** Why it was refused the last time. */
  readonly error: unknown;
  readonly onConfirm: (how: StepManner) => void;
  readonly onClose: () => void;
};
