import { Button } from "@mantine/core";
import { sizeLabel } from "#demos/files/rules.ts";
import classes from "#demos/files/web/FileList.module.css";
import { type DeviceFiles, limitsInMb } from "#demos/files/web/useDeviceFiles.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

/** What this device keeps, how much may be kept, and a way to remove it all. */
export function DeviceSummary({ device }: { readonly device: DeviceFiles }) {
  const t = useMessages("documents");
  const confirm = useConfirm();
  const { isInBrowser, isPaused, setPaused, files, totalBytes } = device;
  if (isInBrowser) return <p className={classes.device}>{t("device.inBrowser")}</p>;
  if (isPaused === null) return null;
  const handleRemove = async () => {
    const [title, text] = [t("device.remove.title"), t("device.remove.text")];
    if (await confirm({ title, text, confirmLabel: t("device.remove.confirm") })) setPaused(true);
  };
  return (
    <div className={classes.device}>
      <p>
        <strong role="status">
          {isPaused ? t("device.paused") : t("device.total", { count: files.length, size: sizeLabel(totalBytes) })}
        </strong>{" "}
        {t("device.limits", limitsInMb)} {t("device.pageStaysOpen")}
      </p>
      {isPaused ? (
        <Button variant="default" size="compact-md" onClick={() => setPaused(false)}>
          {t("device.resume")}
        </Button>
      ) : (
        files.length > 0 && (
          <Button variant="default" size="compact-md" onClick={() => void handleRemove()}>
            {t("device.removeAll")}
          </Button>
        )
      )}
    </div>
  );
}
