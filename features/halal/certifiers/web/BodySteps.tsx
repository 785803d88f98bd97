import { Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { certifiers } from "#features/halal/certifiers/contract.ts";
import { type Body, certifierLimits } from "#features/halal/certifiers/contract/bodies.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconArchive, IconArrowBackUp, IconPlayerPause, IconPlayerPlay } from "#web/ui/icons.ts";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

const ImpactActionDialog = lazy(() =>
  import("#web/record/ImpactActionDialog.tsx").then((module) => ({ default: module.ImpactActionDialog })),
);

const refreshes = [certifiers.list, certifiers.get, certifiers.activity];

/** What is seldom done with a certifying body. */
export function BodySteps({ body }: { readonly body: Body }) {
  const t = useMessages("certifiers");
  const can = useCan();
  const [isAsked, setIsAsked] = useState(false);
  const mayArchive = can(certifiers.changeStatus) && body.status !== "suspended";
  const maySuspend = can(certifiers.suspend) && body.status !== "archived";
  if (!mayArchive && !maySuspend) return null;
  const verb = body.status === "suspended" ? "reinstate" : "suspend";
  const Icon = verb === "suspend" ? IconPlayerPause : IconPlayerPlay;
  return (
    <>
      <MoreMenu>
        {maySuspend && (
          <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={() => setIsAsked(true)}>
            {t(`steps.${verb}.button`)}
          </Menu.Item>
        )}
        {mayArchive && <ArchiveItem body={body} />}
      </MoreMenu>
      <Suspense>{isAsked && <StandingDialog body={body} verb={verb} onClose={() => setIsAsked(false)} />}</Suspense>
    </>
  );
}

function ArchiveItem({ body }: { readonly body: Body }) {
  const t = useMessages("certifiers");
  const toast = useToast();
  const change = useWrite(certifiers.changeStatus, { refreshes });
  const isLiving = body.status === "active";
  const isInUse = isLiving && body.inForceCount > 0;
  const handleChange = () =>
    change.mutate(
      { id: body.id, version: body.version, to: isLiving ? "archived" : "active" },
      {
        onSuccess: () => toast({ text: t(isLiving ? "archived" : "restored", { name: body.acronym }) }),
        onError: (error) => toast({ variant: "warning", text: textOf(error) }),
      },
    );
  return (
    <Menu.Item
      disabled={isInUse}
      leftSection={isLiving ? <IconArchive size={16} aria-hidden /> : <IconArrowBackUp size={16} aria-hidden />}
      rightSection={isInUse && <small>{t("inForce", { count: body.inForceCount })}</small>}
      onClick={handleChange}
    >
      {t(isLiving ? "archive" : "restore")}
    </Menu.Item>
  );
}

type StandingDialogProps = {
  readonly body: Body;
  readonly verb: "suspend" | "reinstate";
  readonly onClose: () => void;
};

/** Suspends or reinstates a body: shows the consequences and asks for a reason. */
function StandingDialog({ body, verb, onClose }: StandingDialogProps) {
  const t = useMessages("certifiers");
  const toast = useToast();
  const { id, version, acronym: name } = body;
  const change = useWrite(certifiers[verb], { refreshes });
  const handleConfirm = ({ reason = "", fingerprint = "" }: { reason?: string; fingerprint?: string }) =>
    change.mutate(
      { id, version, reason, fingerprint },
      {
        onSuccess: () => {
          toast({ text: t(`steps.${verb}.done`, { name }) });
          onClose();
        },
      },
    );
  return (
    <ImpactActionDialog
      title={t(`steps.${verb}.title`, { name })}
      text={t(`steps.${verb}.text`)}
      confirmLabel={t(`steps.${verb}.confirm`)}
      reasonMax={certifierLimits.reasonMax}
      isDangerous={verb === "suspend"}
      preview={certifiers.previewStatus}
      input={{ id, to: verb === "suspend" ? "suspended" : "active" }}
      version={version}
      isPending={change.isPending}
      error={change.error}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
