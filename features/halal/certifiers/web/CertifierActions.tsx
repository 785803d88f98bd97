import { Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { certifiers } from "#features/halal/certifiers/contract.ts";
import { type Certifier, certifierLifecycle } from "#features/halal/certifiers/contract/certifiers.ts";
import { certifierLimits } from "#features/halal/certifiers/fields.ts";
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
const icons = { suspend: IconPlayerPause, reinstate: IconPlayerPlay, archive: IconArchive, restore: IconArrowBackUp };

/** The transitions of a certifier, which are seldom needed: a menu. */
export function CertifierActions({ record }: { readonly record: Certifier }) {
  const t = useMessages("certifiers");
  const can = useCan();
  const [isAsking, setIsAsking] = useState(false);
  const actions = certifierLifecycle.from(record).map(({ action }) => action);
  const suspension = actions.find((action) => action === "suspend" || action === "reinstate");
  const archival = actions.find((action) => action === "archive" || action === "restore");
  const mayArchive = can(certifiers.changeStatus) && archival !== undefined;
  const maySuspend = can(certifiers.suspend) && suspension !== undefined;
  if (!mayArchive && !maySuspend) return null;
  const Icon = icons[suspension ?? "suspend"];
  return (
    <>
      <MoreMenu>
        {maySuspend && (
          <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={() => setIsAsking(true)}>
            {t(`steps.${suspension}.button`)}
          </Menu.Item>
        )}
        {mayArchive && <ArchiveItem certifier={record} action={archival} />}
      </MoreMenu>
      <Suspense>
        {isAsking && suspension && (
          <SuspensionDialog certifier={record} action={suspension} onClose={() => setIsAsking(false)} />
        )}
      </Suspense>
    </>
  );
}

type ArchiveItemProps = { readonly certifier: Certifier; readonly action: "archive" | "restore" };

function ArchiveItem({ certifier: { id, version, acronym: name, inForceCount }, action }: ArchiveItemProps) {
  const t = useMessages("certifiers");
  const toast = useToast();
  const change = useWrite(certifiers.changeStatus, { refreshes });
  const isInUse = action === "archive" && inForceCount > 0;
  const Icon = icons[action];
  const handleChange = () =>
    change.mutate(
      { id, version, to: action === "archive" ? "archived" : "active" },
      {
        onSuccess: () => toast({ text: t(`steps.${action}.done`, { name }) }),
        onError: (error) => toast({ variant: "warning", text: textOf(error) }),
      },
    );
  return (
    <Menu.Item
      disabled={isInUse}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={isInUse && <small>{t("inForce", { count: inForceCount })}</small>}
      onClick={handleChange}
    >
      {t(`steps.${action}.button`)}
    </Menu.Item>
  );
}

type SuspensionDialogProps = {
  readonly certifier: Certifier;
  readonly action: "suspend" | "reinstate";
  readonly onClose: () => void;
};

/** Suspends or reinstates a certifier: shows the consequences and asks for a reason. */
function SuspensionDialog({ certifier: { id, version, acronym: name }, action, onClose }: SuspensionDialogProps) {
  const t = useMessages("certifiers");
  const toast = useToast();
  const change = useWrite(certifiers[action], { refreshes });
  const handleConfirm = ({ reason = "", fingerprint = "" }: { reason?: string; fingerprint?: string }) =>
    change.mutate(
      { id, version, reason, fingerprint },
      {
        onSuccess: () => {
          toast({ text: t(`steps.${action}.done`, { name }) });
          onClose();
        },
      },
    );
  return (
    <ImpactActionDialog
      title={t(`steps.${action}.title`, { name })}
      text={t(`steps.${action}.text`)}
      confirmLabel={t(`steps.${action}.confirm`)}
      reasonMax={certifierLimits.reasonMax}
      isDangerous={action === "suspend"}
      preview={certifiers.previewStatus}
      input={{ id, to: action === "suspend" ? "suspended" : "active" }}
      version={version}
      isPending={change.isPending}
      error={change.error}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
