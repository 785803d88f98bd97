import { Button } from "@mantine/core";
import { useState } from "react";
import { importLimits, type ImportTarget } from "#features/platform/imports/contract.ts";
import { DropArea } from "#features/platform/imports/web/DropArea.tsx";
import { EncodingQuestion } from "#features/platform/imports/web/EncodingQuestion.tsx";
import { ImportPage } from "#features/platform/imports/web/ImportPage.tsx";
import { LatestImports } from "#features/platform/imports/web/LatestImports.tsx";
import { UploadHints } from "#features/platform/imports/web/UploadHints.tsx";
import classes from "#features/platform/imports/web/UploadStep.module.css";
import { useFileText } from "#features/platform/imports/web/useFileText.ts";
import { useUpload } from "#features/platform/imports/web/useUpload.ts";
import { formatNumber } from "#web/formats.ts";
import { textOf } from "#web/textOf.ts";
import { IconAlertCircle, IconUpload } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Choosing the file. Files that are neither text nor a workbook are rejected before the upload. */
export function UploadStep({ target }: { readonly target: ImportTarget }) {
  const t = useMessages("imports");
  const language = useLanguage();
  const { read, choose, readAs, forget } = useFileText();
  const upload = useUpload(target.resource);
  const [fault, setFault] = useState<string | null>(null);
  const megabytes = formatNumber(language, importLimits.bytesMax / 1_048_576);
  const handleFile = async (file: File) => {
    setFault(null);
    upload.forget();
    forget();
    // UTF-16 shrinks at most to half as UTF-8, so a file of twice the limit may still fit; the server decides.
    if (file.size > 2 * importLimits.bytesMax) return setFault(t("upload.tooBig", { size: megabytes }));
    const workbook = await workbookIn(file);
    if (workbook) {
      if (file.size > importLimits.bytesMax) return setFault(t("upload.tooBig", { size: megabytes }));
      return upload.send({ file, bytes: workbook });
    }
    const found = await choose(file);
    if (isNoText(found.text)) {
      forget();
      return setFault(t("upload.notText"));
    }
    if (found.isCertain) await upload.send(found);
  };
  const error = fault ?? (upload.sending?.error ? textOf(upload.sending.error) : null);
  const isAsking = read !== null && !read.isCertain && !upload.isSending;
  return (
    <ImportPage
      target={target}
      title={t("titles.upload", { area: target.title })}
      step={1}
      aside={<UploadHints target={target} />}
      footer={
        isAsking && (
          <>
            <Button variant="default" onClick={forget}>
              {t("upload.otherFile")}
            </Button>
            <span className={classes.gap} />
            <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => void upload.send(read)}>
              {t("upload.useFile")}
            </Button>
          </>
        )
      }
    >
      {error && (
        <p role="alert" className={classes.fault}>
          <IconAlertCircle size={18} aria-hidden />
          {error}
        </p>
      )}
      {isAsking ? (
        <EncodingQuestion read={read} onEncoding={readAs} />
      ) : (
        <DropArea
          isBusy={upload.isSending}
          status={upload.isSending ? t("upload.sending", { name: upload.sending?.name }) : null}
          onFile={(file) => void handleFile(file)}
        />
      )}
      <LatestImports target={target} />
    </ImportPage>
  );
}

/** The bytes of a workbook, which is a zip archive, whatever its name says; null for any other file. */
async function workbookIn(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isArchive = [0x50, 0x4b, 0x03, 0x04].every((byte, place) => start[place] === byte);
  return isArchive ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** Text has no zero bytes. */
const isNoText = (text: string) => text.startsWith("%PDF-") || text.includes("\0");
