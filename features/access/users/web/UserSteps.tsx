import { Button, Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { factors } from "#features/access/session/contract/factors.ts";
import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { isClosedTo, stepsOf, userLimits, type UserStep } from "#features/access/users/rules.ts";
import { useUserSteps } from "#features/access/users/web/useUserSteps.ts";
import { useCan } from "#web/session.tsx";
import {
  IconCheck,
  IconDownload,
  IconLogout,
  IconMail,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconShieldOff,
  IconTrash,
  IconX,
} from "#web/ui/icons.ts";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useMessages } from "#web/useMessages.ts";

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);
const ApprovalDialog = lazy(() =>
  import("#features/access/users/web/ApprovalDialog.tsx").then((module) => ({ default: module.ApprovalDialog })),
);
const ReplaceEmailDialog = lazy(() =>
  import("#features/access/users/web/ReplaceEmailDialog.tsx").then((module) => ({
    default: module.ReplaceEmailDialog,
  })),
);
const EraseDialog = lazy(() =>
  import("#features/access/users/web/EraseDialog.tsx").then((module) => ({ default: module.EraseDialog })),
);

const operations = {
  resend: users.resendInvitation,
  withdraw: users.withdrawInvitation,
  approve: users.approve,
  decline: users.decline,
  enable: users.changeStatus,
  disable: users.changeStatus,
  erase: users.erase,
} as const satisfies Record<UserStep, unknown>;
const icons = {
  resend: IconSend,
  withdraw: IconX,
  approve: IconCheck,
  decline: IconX,
  enable: IconPlayerPlay,
  disable: IconPlayerPause,
} as const;
/** What lets somebody in is the main thing to do. */
const leading: ReadonlySet<string> = new Set(["approve", "enable", "resend"]);

type Asked = "disable" | "decline" | "resetFactors" | "replaceEmail" | "approve" | "erase";
type UserStepsProps = { readonly user: User; readonly onLink: (link: string | null) => void };

/** What may be done to an account now, and what is seldom done in a menu. */
export function UserSteps({ user, onLink }: UserStepsProps) {
  const t = useMessages("users");
  const can = useCan();
  const steps = useUserSteps(user, onLink);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isOpen = (step: UserStep) => can(operations[step]) && !isClosedTo(user, step);
  const shown = stepsOf(user.status)
    .filter((step) => step !== "erase")
    .filter(isOpen)
    .toSorted((one, other) => Number(leading.has(one)) - Number(leading.has(other)));
  const handleStep = (step: keyof typeof icons) => {
    if (step === "resend" || step === "withdraw" || step === "enable") void steps[step]();
    else setAsked(step);
  };
  return (
    <>
      {shown.map((step) => {
        const Icon = icons[step];
        return (
          <Button
            key={step}
            variant={leading.has(step) ? "filled" : "default"}
            loading={steps.pending === step}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            onClick={() => handleStep(step)}
          >
            {t(`steps.${step}.button`)}
          </Button>
        );
      })}
      <FurtherSteps
        user={user}
        steps={steps}
        onResetFactors={() => setAsked("resetFactors")}
        onReplaceEmail={() => setAsked("replaceEmail")}
        onErase={isOpen("erase") ? () => setAsked("erase") : null}
      />
      {asked && <StepDialog user={user} steps={steps} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

type StepDialogProps = {
  readonly user: User;
  readonly steps: ReturnType<typeof useUserSteps>;
  readonly asked: Asked;
  readonly onClose: () => void;
};

/** What a step asks before it is taken. It stays open when the step was refused. */
function StepDialog({ user, steps, asked, onClose }: StepDialogProps) {
  const t = useMessages("users");
  const closeIf = (isDone: boolean) => isDone && onClose();
  return (
    <Suspense>
      {(asked === "disable" || asked === "decline" || asked === "resetFactors") && (
        <ReasonDialog
          isDangerous={asked !== "decline"}
          title={t(`steps.${asked}.title`, { name: user.name })}
          text={t(`steps.${asked}.text`)}
          confirmLabel={t(`steps.${asked}.confirm`)}
          reasonMax={userLimits.reasonMax}
          isPending={steps.pending !== null}
          error={null}
          onConfirm={(reason) => void steps[asked](reason).then(closeIf)}
          onClose={onClose}
        />
      )}
      {asked === "approve" && (
        <ApprovalDialog
          user={user}
          isPending={steps.pending !== null}
          onApprove={(roles) => void steps.approve(roles).then(closeIf)}
          onClose={onClose}
        />
      )}
      {asked === "replaceEmail" && (
        <ReplaceEmailDialog
          user={user}
          isPending={steps.pending !== null}
          onReplace={(email, reason) => steps.replaceEmail(email, reason).then(closeIf)}
          onClose={onClose}
        />
      )}
      {asked === "erase" && (
        <EraseDialog
          user={user}
          isPending={steps.pending !== null}
          onErase={(typed) => steps.erase(typed).then(closeIf)}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

/** Of an account that is somebody's: an invitation goes to whatever address its profile has. */
const isReplaceable = ({ status, isOwn, holdsMore }: User) =>
  !isOwn && !holdsMore && status !== "invited" && status !== "erased";

type FurtherStepsProps = {
  readonly user: User;
  readonly steps: ReturnType<typeof useUserSteps>;
  readonly onResetFactors: () => void;
  readonly onReplaceEmail: () => void;
  readonly onErase: (() => void) | null;
};

function FurtherSteps({ user, steps, onResetFactors, onReplaceEmail, onErase }: FurtherStepsProps) {
  const t = useMessages("users");
  const can = useCan();
  const maySignOut = can(users.endSessions) && user.status === "active" && !user.isOwn;
  const mayReset = can(factors.resetFactors) && user.hasSecondFactor && !user.isOwn && !user.holdsMore;
  const mayReplace = can(users.replaceEmail) && isReplaceable(user);
  const mayStop = can(users.stopEmailChange) && user.emailChange !== null;
  if (!maySignOut && !mayReset && !mayReplace && !mayStop && !can(users.exportPerson) && !onErase) return null;
  return (
    <MoreMenu>
      {maySignOut && (
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void steps.signOut()}>
          {t("steps.signOut.button")}
        </Menu.Item>
      )}
      {mayReset && (
        <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={onResetFactors}>
          {t("steps.resetFactors.button")}
        </Menu.Item>
      )}
      {mayStop && (
        <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={() => void steps.stopEmailChange()}>
          {t("steps.stopEmailChange.button")}
        </Menu.Item>
      )}
      {mayReplace && (
        <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={onReplaceEmail}>
          {t("steps.replaceEmail.button")}
        </Menu.Item>
      )}
      {can(users.exportPerson) && (
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void steps.exportAll()}>
          {t("steps.exportAll.button")}
        </Menu.Item>
      )}
      {onErase && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onErase}>
          {t("steps.erase.button")}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}
