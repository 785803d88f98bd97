import type { User } from "#features/access/users/contract/people.ts";
import { ReplaceEmailDialog } from "#features/access/users/emails/web/ReplaceEmailDialog.tsx";
import { EraseDialog } from "#features/access/users/record/web/EraseDialog.tsx";
import type { useUserActions } from "#features/access/users/record/web/useUserActions.ts";
import { ApprovalDialog } from "#features/access/users/rights/web/ApprovalDialog.tsx";
import { userLimits } from "#features/access/users/rules.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { useMessages } from "#web/useMessages.ts";

export type OpenDialog = "disable" | "decline" | "resetFactors" | "replaceEmail" | "approve" | "erase";
type ActionDialogProps = {
  readonly user: User;
  readonly steps: ReturnType<typeof useUserActions>;
  readonly open: OpenDialog;
  readonly onClose: () => void;
};

/** The confirmation of an action. It stays open if the action is refused. */
export function ActionDialog({ user, steps, open, onClose }: ActionDialogProps) {
  const t = useMessages("users");
  const closeIf = (isDone: boolean) => isDone && onClose();
  return (
    <>
      {(open === "disable" || open === "decline" || open === "resetFactors") && (
        <ReasonDialog
          isDangerous={open !== "decline"}
          title={t(`steps.${open}.title`, { name: user.name })}
          text={t(`steps.${open}.text`)}
          confirmLabel={t(`steps.${open}.confirm`)}
          reasonMax={userLimits.reasonMax}
          isPending={steps.pending !== null}
          error={null}
          onConfirm={(reason) => void steps[open](reason).then(closeIf)}
          onClose={onClose}
        />
      )}
      {open === "approve" && (
        <ApprovalDialog
          user={user}
          isPending={steps.pending !== null}
          onApprove={(roles) => void steps.approve(roles).then(closeIf)}
          onClose={onClose}
        />
      )}
      {open === "replaceEmail" && (
        <ReplaceEmailDialog
          user={user}
          isPending={steps.pending !== null}
          onReplace={(email, reason) => steps.replaceEmail(email, reason).then(closeIf)}
          onClose={onClose}
        />
      )}
      {open === "erase" && (
        <EraseDialog
          user={user}
          isPending={steps.pending !== null}
          onErase={(typed) => steps.erase(typed).then(closeIf)}
          onClose={onClose}
        />
      )}
    </>
  );
}
