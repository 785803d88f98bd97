import { Switch } from "@mantine/core";
import { type DocumentDetails, documents } from "#demos/files/contract.ts";
import { DeviceBadge } from "#demos/files/web/DeviceBadge.tsx";
import classes from "#demos/files/web/FileDetails.module.css";
import { fileReads } from "#demos/files/web/useFileActions.ts";
import { type DeviceFiles, limitsInMb } from "#demos/files/web/useDeviceFiles.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type OfflineSwitchProps = { readonly item: DocumentDetails; readonly device: DeviceFiles };

/** Whether the user's devices keep the file, and whether this one does. */
export function OfflineSwitch({ item, device }: OfflineSwitchProps) {
  const t = useMessages("documents");
  const toast = useToast();
  const choose = useWrite(documents.setOffline, { refreshes: fileReads });
  const isAllowed = useCan()(documents.setOffline);
  const state = device.stateOf(item);
  return (
    <div className={classes.offline}>
      {isAllowed && (
        <Switch
          label={t("details.isOffline")}
          description={t("details.isOfflineHint")}
          checked={choose.isPending ? choose.variables.isOffline : item.isOffline}
          onChange={({ currentTarget }) =>
            choose.mutate(
              { id: item.id, isOffline: currentTarget.checked },
              { onError: (error) => toast({ variant: "error", text: textOf(error) }) },
            )
          }
        />
      )}
      <div role="status" className={classes.device}>
        {state !== null && (
          <>
            <DeviceBadge state={state} />
            {state !== "saved" && state !== "saving" && <span>{t(`device.reason.${state}`, limitsInMb)}</span>}
          </>
        )}
      </div>
    </div>
  );
}
