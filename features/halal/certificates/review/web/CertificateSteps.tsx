import { Button, Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
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

const StepDialog = lazy(() =>
  import("#features/halal/certificates/review/web/StepDialog.tsx").then((module) => ({ default: module.StepDialog })),
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
type Shown = keyof typeof operations;
/** Reducing the scope begins at the lines. */
const isShown = (verb: CertificateAction): verb is Shown => verb in operations;

/** What a reviewer does all day, by one key. A dialog asks before anything is written. */
const keysOf: Readonly<Partial<Record<CertificateAction, string>>> = { verify: "v", requestChanges: "c", reject: "r" };

/** What leads a certificate on is the main thing to do. What is seldom done stands in the menu. */
const leading: ReadonlySet<CertificateAction> = new Set(["submit", "verify", "reinstate"]);
const seldom: ReadonlySet<CertificateAction> = new Set(["recordCheck", "withdraw", "reject"]);

type CertificateStepsProps = {
  readonly certificate: Certificate;
  /** A reviewer has settled it, and goes on to the next. */
  readonly onDecided?: () => void;
};

/** What may happen to a certificate now, as far as this person may do it. */
export function CertificateSteps({ certificate, onDecided }: CertificateStepsProps) {
  const t = useMessages("certificates");
  const can = useCan();
  const [asked, setAsked] = useState<Shown | null>(null);
  const { send, isPending } = useCertificateChange();
  const renewal = useRenewal(certificate);
  const { id, version, code } = certificate;
  const steps = certificate.steps.filter(({ verb }) => isShown(verb) && can(operations[verb]));
  const handleStep = (verb: CertificateAction) => {
    if (verb === "submit") void send(certificates.submit, { id, version }, { done: t("steps.submit.done", { code }) });
    else if (verb === "renew") renewal.begin();
    else if (isShown(verb)) setAsked(verb);
  };
  useStepKeys(steps, handleStep);
  return (
    <>
      {steps
        .filter(({ verb }) => !seldom.has(verb))
        .sort((one, other) => Number(leading.has(one.verb)) - Number(leading.has(other.verb)))
        .map(({ verb, blockers }) => {
          const Icon = icons[verb]!;
          return (
            <Button
              key={verb}
              variant={leading.has(verb) ? "filled" : "default"}
              disabled={blockers.length > 0}
              title={blockers.map((blocker) => t(`blockers.${blocker}`)).join(" · ")}
              loading={isPending && asked === null && leading.has(verb)}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              onClick={() => handleStep(verb)}
            >
              {t(`steps.${verb}.button`)}
            </Button>
          );
        })}
      <FurtherSteps certificate={certificate} verbs={steps.map(({ verb }) => verb)} onStep={handleStep} />
      <Suspense>
        {asked && (
          <StepDialog
            certificate={certificate}
            verb={asked}
            onClose={() => setAsked(null)}
            {...(onDecided ? { onDecided } : {})}
          />
        )}
      </Suspense>
    </>
  );
}

/** The reviewer's steps by their keys, where nothing stands in the way. */
function useStepKeys(steps: Certificate["steps"], onStep: (verb: CertificateAction) => void): void {
  const t = useMessages("certificates");
  useKeys(
    steps.flatMap(({ verb, blockers }) => {
      const keys = keysOf[verb];
      return keys === undefined || blockers.length > 0
        ? []
        : [{ keys, label: t(`steps.${verb}.button`), onKey: () => onStep(verb) }];
    }),
  );
}

type FurtherStepsProps = {
  readonly certificate: Certificate;
  readonly verbs: readonly CertificateAction[];
  readonly onStep: (verb: CertificateAction) => void;
};

function FurtherSteps({ certificate, verbs, onStep }: FurtherStepsProps) {
  const t = useMessages("certificates");
  const shellWords = useMessages();
  const can = useCan();
  const router = useRouter();
  const deleteNamed = useDeleteFlow();
  const removal = useWrite(certificates.remove, { refreshes: [certificates.list, certificates.countByState] });
  const { send } = useCertificateChange();
  const { id, version, code, state } = certificate;
  const mayRemind = (state === "verified" || state === "suspended") && can(certificates.remind);
  const mayRemove = state === "draft" && can(certificates.remove);
  const further = verbs.filter((verb) => seldom.has(verb));
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
      {further.map((verb) => {
        const Icon = icons[verb]!;
        const isHarsh = verb !== "recordCheck";
        return (
          <Menu.Item
            key={verb}
            {...(isHarsh ? { color: "red" } : {})}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onStep(verb)}
          >
            {t(`steps.${verb}.button`)}
          </Menu.Item>
        );
      })}
      {mayRemove && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
          {shellWords("buttons.delete")}
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
