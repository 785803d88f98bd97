import { Button, Progress } from "@mantine/core";
import { documentUploads, type Upload } from "#demos/files/contract.ts";
import classes from "#demos/files/web/UploadTray.module.css";
import type { SentFile, useUploads } from "#demos/files/web/useUploads.ts";
import { formatPercent } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconX } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type UploadTrayProps = {
  readonly uploads: ReturnType<typeof useUploads>;
  readonly folderId: string | null;
};

/** What is being uploaded, and what broke off, also in an earlier page. */
export function UploadTray({ uploads, folderId }: UploadTrayProps) {
  const t = useMessages("documents");
  const { data } = useRead(documentUploads.list, {});
  const { sent } = uploads;
  const isHere = ({ name, byteCount }: Upload) =>
    sent.some(({ file }) => file.name === name && file.size === byteCount);
  const broken = (data?.uploads ?? []).filter((upload) => upload.parentId === folderId && !isHere(upload));
  if (sent.length === 0 && broken.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t("uploads.label")}>
      {sent.map((each) => (
        <SentLine key={each.key} sent={each} uploads={uploads} />
      ))}
      {broken.map((upload) => (
        <BrokenLine key={upload.id} upload={upload} />
      ))}
    </section>
  );
}

function SentLine({ sent, uploads }: { readonly sent: SentFile; readonly uploads: UploadTrayProps["uploads"] }) {
  const t = useMessages("documents");
  const language = useLanguage();
  const { key, file, received, state, error } = sent;
  const part = received / file.size;
  return (
    <div className={classes.line}>
      <bdi className={classes.name}>{file.name}</bdi>
      <span role="status" className={classes.state} data-state={state}>
        {state === "failed" ? textOf(error) : t(`uploads.${state}`, { percent: formatPercent(language, part) })}
      </span>
      {state === "failed" && (
        <Button size="compact-sm" variant="default" onClick={() => uploads.retry(sent)}>
          {t("uploads.retry")}
        </Button>
      )}
      <IconButton size="sm" label={t("uploads.dismiss", { name: file.name })} onClick={() => uploads.dismiss(key)}>
        <IconX size={16} aria-hidden />
      </IconButton>
      {state !== "done" && (
        <Progress className={classes.bar} value={part * 100} aria-label={t("uploads.progress", { name: file.name })} />
      )}
    </div>
  );
}

function BrokenLine({ upload }: { readonly upload: Upload }) {
  const t = useMessages("documents");
  const language = useLanguage();
  const cancel = useWrite(documentUploads.cancel, { refreshes: [documentUploads.list] });
  const { id, name, received, byteCount } = upload;
  return (
    <div className={classes.line}>
      <bdi className={classes.name}>{name}</bdi>
      <span className={classes.state}>
        {t("uploads.broken", { percent: formatPercent(language, received / byteCount) })}
      </span>
      <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
        {t("uploads.discard")}
      </Button>
    </div>
  );
}
