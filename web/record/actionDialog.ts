/** What the user entered in the dialog of a transition. */
export type ActionOptions = {
  readonly reason?: string;
  /** Identifies the impact that was shown. */
  readonly fingerprint?: string;
  /** Applies the transition to the branches too. */
  readonly withBranches?: boolean;
};

/** Props of a dialog for a transition. */
export type ActionDialogProps = {
  readonly isPending: boolean;
  /** Why the last attempt was refused. */
  readonly error: unknown;
  readonly onConfirm: (how: ActionOptions) => void;
  readonly onClose: () => void;
};
