import { Button, Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { useInertAtFirst } from "#web/record/useInertAtFirst.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { type Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import {
  IconArrowBackUp,
  IconCheck,
  IconMail,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
  IconX,
} from "#web/ui/icons.ts";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";
import type { CertificateAction } from "#features/halal/certificates/review/lifecycle.ts";

const ActionDialog = lazy(() =>
  import("#features/halal/certificates/review/web/ActionDialog.tsx").then((module) => ({
    default: module.ActionDialog,
  })),
);

const icons: Readonly<Partial<Record<CertificateAction, typeof IconCheck>>> = {
  submit: IconSend,
  verify: IconCheck,
  requestChanges: IconArrowBackUp,
  reject: IconX,
  suspend: IconPlayerPause,
  reinstate: IconPlayerPlay,
  renew: IconRefresh,
  recordCheck: IconCheck,
  withdraw: IconX,
};

const operations = {
  submit: certificates.submit,
  verify: certificates.verify,
  requestChanges: certificates.requestChanges,
  reject: certificates.reject,
  suspend: certificates.suspend,
  reinstate: certificates.reinstate,
  renew: certificates.renew,
  recordCheck: certificates.recordCheck,
  withdraw: certificates.withdraw,
};
type ShownAction = keyof typeof operations;
/** Reducing the scope begins at the lines. */
const isShown = (action: CertificateAction): action is ShownAction => action in operations;

/** Keys of the actions that reviewers use most. A dialog asks before anything is written. */
const keysOf: Readonly<Partial<Record<CertificateAction, string>>> = { verify: "v", requestChanges: "c", reject: "r" };

/** The main actions. Seldom used ones are in the menu. */
const leading: ReadonlySet<CertificateAction> = new Set(["submit", "verify", "reinstate"]);
const seldom: ReadonlySet<CertificateAction> = new Set(["recordCheck", "withdraw", "reject"]);

type CertificateActionsProps = {
  readonly certificate: Certificate;
  /** The reviewer has decided: what. */
  readonly onDecided?: (outcome: string) => void;
};

/** The actions that are possible now and that the user may perform. */
export function CertificateActions({ certificate, onDecided }: CertificateActionsProps) {
  const t = useMessages("certificates");
  const can = useCan();
  const [open, setOpen] = useState<ShownAction | null>(null);
  const { send, isPending } = useCertificateChange();
  const renewal = useRenewal(certificate);
  const isInert = useInertAtFirst();
  const { id, version, code } = certificate;
  const actions = certificate.steps.filter(({ verb: action }) => isShown(action) && can(operations[action]));
  const handleAction = (action: CertificateAction) => {
    if (isInert) return;
    if (action === "submit")
      void send(certificates.submit, { id, version }, { done: t("steps.submit.done", { code }) });
    else if (action === "renew") renewal.begin();
    else if (isShown(action)) setOpen(action);
  };
  useActionKeys(actions, handleAction);
  return (
    <>
      {actions
        .filter(({ verb: action }) => !seldom.has(action))
        .sort((one, other) => Number(leading.has(one.verb)) - Number(leading.has(other.verb)))
        .map(({ verb: action, blockers }) => {
          const Icon = icons[action]!;
          return (
            <Button
              key={action}
              variant={leading.has(action) ? "filled" : "default"}
              disabled={blockers.length > 0}
              aria-disabled={isInert || blockers.length > 0}
              title={blockers.map((blocker) => t(`blockers.${blocker}`)).join(" · ")}
              loading={isPending && open === null && leading.has(action)}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              onClick={() => handleAction(action)}
            >
              {t(`steps.${action}.button`)}
            </Button>
          );
        })}
      <FurtherActions
        certificate={certificate}
        actions={actions.map(({ verb: action }) => action)}
        onAction={handleAction}
      />
      <Suspense>
        {open && (
          <ActionDialog
            certificate={certificate}
            action={open}
            onClose={() => setOpen(null)}
            {...(onDecided ? { onDecided: () => onDecided(t(`steps.${open}.done`, { code })) } : {})}
          />
        )}
      </Suspense>
    </>
  );
}

/** The keys of actions that nothing blocks. */
function useActionKeys(actions: Certificate["steps"], onAction: (action: CertificateAction) => void): void {
  const t = useMessages("certificates");
  useKeys(
    actions.flatMap(({ verb: action, blockers }) => {
      const keys = keysOf[action];
      return keys === undefined || blockers.length > 0
        ? []
        : [{ keys, label: t(`steps.${action}.button`), onKey: () => onAction(action) }];
    }),
  );
}

type FurtherActionsProps = {
  readonly certificate: Certificate;
  readonly actions: readonly CertificateAction[];
  readonly onAction: (action: CertificateAction) => void;
};

function FurtherActions({ certificate, actions, onAction }: FurtherActionsProps) {
  const t = useMessages("certificates");
  const shellMessages = useMessages();
  const can = useCan();
  const router = useRouter();
  const deleteNamed = useDeleteFlow();
  const removal = useWrite(certificates.remove, { refreshes: [certificates.list, certificates.countByState] });
  const { send } = useCertificateChange();
  const { id, version, code, state } = certificate;
  const mayRemind = (state === "verified" || state === "suspended") && can(certificates.remind);
  const mayRemove = state === "draft" && can(certificates.remove);
  const further = actions.filter((action) => seldom.has(action));
  if (further.length === 0 && !mayRemind && !mayRemove) return null;
  const remove = async () => {
    const isDeleted = await deleteNamed({
      named: code,
      remove: () => removal.mutateAsync({ id, version }),
      instead: undefined,
    });
    if (isDeleted) void router.navigate({ to: "/apps/cert/certs", replace: true, ignoreBlocker: true });
  };
  return (
    <MoreMenu>
      {mayRemind && (
        <Menu.Item
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => void send(certificates.remind, { id, version }, { done: t("reminded") })}
        >
          {t("requestRenewal")}
        </Menu.Item>
      )}
      {further.map((action) => {
        const Icon = icons[action]!;
        const isDangerous = action !== "recordCheck";
        return (
          <Menu.Item
            key={action}
            {...(isDangerous ? { color: "red" } : {})}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onAction(action)}
          >
            {t(`steps.${action}.button`)}
          </Menu.Item>
        );
      })}
      {mayRemove && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
          {shellMessages("buttons.delete")}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}

/** Begins the next revision and goes there. The id is made once, so that a second click makes no second draft. */
function useRenewal({ id }: Certificate) {
  const router = useRouter();
  const { send } = useCertificateChange();
  const [freshId] = useState(newId);
  const begin = () =>
    void send(certificates.renew, { id, newId: freshId }).then(
      (renewal) => renewal && router.navigate({ to: `/apps/cert/certs/${renewal.id}`, search: { tab: "details" } }),
    );
  return { begin };
}
