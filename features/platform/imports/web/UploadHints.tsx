import { Button } from "@mantine/core";
import { type ImportTarget, imports } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/UploadHints.module.css";
import { useDownload } from "#features/platform/imports/web/useDownload.ts";
import { IconDownload } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Beside the drop area: the expected format, and that nothing is written yet. */
export function UploadHints({ target }: { readonly target: ImportTarget }) {
  const t = useMessages("imports");
  const downloadTemplate = useDownload(imports.template);
  return (
    <>
      <section className={classes.hint}>
        <h2>{t("upload.safe")}</h2>
        <p>{t("upload.safeText")}</p>
      </section>
      <section className={classes.hint}>
        <h2>{t("upload.templateTitle")}</h2>
        <p>{t("upload.templateText")}</p>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void downloadTemplate({ resource: target.resource })}
        >
          {t("upload.template")}
        </Button>
      </section>
      <section className={classes.hint}>
        <h2>{t("upload.again")}</h2>
        <p>{t("upload.againText")}</p>
      </section>
    </>
  );
}
