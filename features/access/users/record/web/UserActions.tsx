import { Button, Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { factors } from "#features/access/session/contract/factors.ts";
import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { isClosedTo, actionsOf, type UserAction } from "#features/access/users/rules.ts";
import type { OpenDialog } from "#features/access/users/record/web/ActionDialog.tsx";
import { useUserActions } from "#features/access/users/record/web/useUserActions.ts";
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

const ActionDialog = lazy(() =>
  import("#features/access/users/record/web/ActionDialog.tsx").then((module) => ({ default: module.ActionDialog })),
);

const operations = {
  resend: users.resendInvitation,
  withdraw: users.withdrawInvitation,
  approve: users.approve,
  decline: users.decline,
  enable: users.changeStatus,
  disable: users.changeStatus,
  erase: users.erase,
} as const satisfies Record<UserAction, unknown>;
const icons = {
  resend: IconSend,
  withdraw: IconX,
  approve: IconCheck,
  decline: IconX,
  enable: IconPlayerPlay,
  disable: IconPlayerPause,
} as const;
/** Actions that let the user sign in are the primary ones. */
const leading: ReadonlySet<string> = new Set(["approve", "enable", "resend"]);

type UserActionsProps = { readonly user: User; readonly onLink: (link: string | null) => void };

/** The actions that the account's status allows; rarely used ones are in a menu. */
export function UserActions({ user, onLink }: UserActionsProps) {
  const t = useMessages("users");
  const can = useCan();
  const steps = useUserActions(user, onLink);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const isOpen = (step: UserAction) => can(operations[step]) && !isClosedTo(user, step);
  const shown = actionsOf(user.status)
    .filter((step) => step !== "erase")
    .filter(isOpen)
    .toSorted((one, other) => Number(leading.has(one)) - Number(leading.has(other)));
  const handleStep = (step: keyof typeof icons) => {
    if (step === "resend" || step === "withdraw" || step === "enable") void steps[step]();
    else setOpen(step);
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
      <FurtherActions
        user={user}
        steps={steps}
        onResetFactors={() => setOpen("resetFactors")}
        onReplaceEmail={() => setOpen("replaceEmail")}
        onErase={isOpen("erase") ? () => setOpen("erase") : null}
      />
      <Suspense>
        {open && <ActionDialog user={user} steps={steps} open={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

/** For an account that is in use: an invitation goes to the address in its profile, whichever that is. */
const isReplaceable = ({ status, isOwn, holdsMore }: User) =>
  !isOwn && !holdsMore && status !== "invited" && status !== "erased";

type FurtherActionsProps = {
  readonly user: User;
  readonly steps: ReturnType<typeof useUserActions>;
  readonly onResetFactors: () => void;
  readonly onReplaceEmail: () => void;
  readonly onErase: (() => void) | null;
};

function FurtherActions({ user, steps, onResetFactors, onReplaceEmail, onErase }: FurtherActionsProps) {
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
