/** What a dialog about a step is told, and what it tells. */
export type AskedStep = {
  readonly isPending: boolean;
  /** Why it was refused the last time. */
  readonly error: unknown;
  readonly onConfirm: (how: { readonly reason?: string; readonly fingerprint?: string }) => void;
  readonly onClose: () => void;
};
