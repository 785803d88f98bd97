import { Button, Menu } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Output } from "#base/contract.ts";
import { type Member, members } from "#features/loyalty/members/contract.ts";
import { memberLimits } from "#features/loyalty/members/fields.ts";
import { contactKinds, memberLifecycle, memberName } from "#features/loyalty/members/rules.ts";
import { call } from "#web/call.ts";
import { useWrite } from "#web/operations.ts";
import { StatusNote } from "#web/record/StatusNote.tsx";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import {
  IconArrowBackUp,
  IconArrowMerge,
  IconEye,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconX,
} from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);
const EraseDialog = lazy(() =>
  import("#features/loyalty/members/web/EraseDialog.tsx").then((module) => ({ default: module.EraseDialog })),
);
const MergeDialog = lazy(() =>
  import("#features/loyalty/members/web/MergeDialog.tsx").then((module) => ({ default: module.MergeDialog })),
);

const refreshes = [members.list, members.countByStatus, members.get, members.activity];
const icons = { freeze: IconPlayerPause, unfreeze: IconPlayerPlay, reopen: IconArrowBackUp };
type StatusAction = keyof typeof icons;
type OpenDialog = StatusAction | "merge" | "erase";
type MemberProps = { readonly record: Member };

/** The actions for a member. Showing contacts in full is logged each time. */
export function MemberActions({ record, onNote }: MemberProps & { readonly onNote: (note: ReactNode) => void }) {
  const t = useMessages("members");
  const can = useCan();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const reveal = useReveal(record.id, onNote);
  const isErased = record.status === "erased";
  const action = memberLifecycle
    .from(record)
    .flatMap(({ action: each, blockers }) => (blockers.length === 0 && each in icons ? [each as StatusAction] : []))[0];
  const Icon = action && icons[action];
  if (record.mergedInto !== null)
    return (
      <LinkButton variant="default" to={`/apps/promocode/members/${record.mergedInto}`}>
        {t("steps.merge.open")}
      </LinkButton>
    );
  return (
    <>
      {can(members.readPersonal) && !isErased && (
        <Button variant="default" leftSection={<IconEye size={18} aria-hidden />} onClick={() => void reveal()}>
          {t("personal.button")}
        </Button>
      )}
      {can(members.changeStatus) && action && Icon && (
        <Button variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={() => setOpen(action)}>
          {t(`steps.${action}.button`)}
        </Button>
      )}
      {!isErased && <FurtherActions record={record} onOpen={setOpen} />}
      <Suspense>
        {open === "merge" && <MergeDialog member={record} refreshes={refreshes} onClose={() => setOpen(null)} />}
        {open === "erase" && <EraseDialog member={record} refreshes={refreshes} onClose={() => setOpen(null)} />}
        {open !== null && open !== "merge" && open !== "erase" && (
          <StatusDialog record={record} action={open} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

/** Rare actions, in a menu. */
function FurtherActions({ record, onOpen }: MemberProps & { readonly onOpen: (dialog: OpenDialog) => void }) {
  const t = useMessages("members");
  const can = useCan();
  const toast = useToast();
  const confirm = useConfirm();
  const close = useWrite(members.close, { refreshes });
  const { id, version, status } = record;
  const mayClose = can(members.close) && status === "active";
  const mayMerge = can(members.merge) && status === "active";
  if (!mayClose && !mayMerge && !can(members.erase)) return null;
  const name = memberName(record);
  const handleClose = async () => {
    const question = {
      title: t("steps.close.title", { name }),
      text: t("steps.close.text"),
      confirmLabel: t("steps.close.confirm"),
    };
    if (!(await confirm(question))) return;
    close.mutate(
      { id, version },
      {
        onSuccess: () => toast({ text: t("steps.close.done", { name }) }),
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  };
  return (
    <MoreMenu>
      {mayClose && (
        <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={() => void handleClose()}>
          {t("steps.close.button")}
        </Menu.Item>
      )}
      {mayMerge && (
        <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => onOpen("merge")}>
          {t("steps.merge.button")}
        </Menu.Item>
      )}
      {can(members.erase) && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onOpen("erase")}>
          {t("steps.erase.button")}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}

type StatusDialogProps = MemberProps & { readonly action: StatusAction; readonly onClose: () => void };

/** Freezes, unfreezes or reopens a member, with a reason. */
function StatusDialog({ record, action, onClose }: StatusDialogProps) {
  const t = useMessages("members");
  const toast = useToast();
  const change = useWrite(members.changeStatus, { refreshes });
  const { id, version } = record;
  const name = memberName(record);
  const handleConfirm = (reason: string) =>
    change.mutate(
      { id, version, to: action === "freeze" ? "frozen" : "active", reason },
      {
        onSuccess: () => {
          toast({ text: t(`steps.${action}.done`, { name }) });
          onClose();
        },
      },
    );
  return (
    <ReasonDialog
      title={t(`steps.${action}.title`, { name })}
      text={t(`steps.${action}.text`)}
      confirmLabel={t(`steps.${action}.confirm`)}
      reasonMax={memberLimits.statusReasonMax}
      isDangerous={action === "freeze"}
      isPending={change.isPending}
      error={change.error}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}

/** Requested each time, and never cached: shown above the record until the page is left. */
function useReveal(id: string, onNote: (note: ReactNode) => void) {
  const toast = useToast();
  const { transport } = useApiClient();
  return async () => {
    try {
      onNote(<PersonalNote contacts={await call(transport, members.readPersonal, { id })} />);
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
}

function PersonalNote({ contacts }: { readonly contacts: Output<typeof members.readPersonal> }) {
  const t = useMessages("members");
  const reasons = contactKinds.flatMap((kind) => {
    const text = contacts[kind] && (
      <>
        {t(`fields.${kind}`)}: <bdi dir="ltr">{contacts[kind]}</bdi>
      </>
    );
    return text ? [{ key: kind, text, isBlocking: false }] : [];
  });
  return <StatusNote lead={t(reasons.length > 0 ? "personal.title" : "personal.none")} reasons={reasons} />;
}
