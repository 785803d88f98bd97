import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { previewOf } from "#demos/files/rules.ts";
import classes from "#demos/files/web/FileDetails.module.css";
import { FileFacts } from "#demos/files/web/FileFacts.tsx";
import { sheetBytesMax, TextSheet } from "#demos/files/web/TextSheet.tsx";
import type { DeviceFiles, KeptFile } from "#demos/files/web/useDeviceFiles.ts";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { formatDateTime } from "#web/formats.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { IconDownload } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const DocumentSheets = lazy(() =>
  withFileMessages(import("#web/files/DocumentSheets.tsx").then((module) => module.DocumentSheets)),
);

type OfflineCopyProps = {
  readonly kept: KeptFile;
  readonly device: DeviceFiles;
  readonly onRetry: () => void;
};

/** What this device keeps of a file while the server can't be reached: shown and downloaded, never changed. */
export function OfflineCopy({ kept, device, onRetry }: OfflineCopyProps) {
  const t = useMessages("documents");
  const shell = useMessages();
  const language = useLanguage();
  const { queryClient } = useApiClient();
  const kind = previewOf(kept.row.mediaType ?? "");
  const { data: copy, isPending } = useQuery(
    {
      queryKey: ["device file", kept.id, kept.savedAt],
      queryFn: async () => {
        const file = await device.read(kept.id);
        return file && { file, text: isTextual(kind) ? await file.slice(0, sheetBytesMax).text() : "" };
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    },
    queryClient,
  );
  return (
    <>
      <div role="status" className={classes.away}>
        <span>{t("device.copyOf", { at: formatDateTime(language, kept.savedAt) })}</span>
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {shell("buttons.retry")}
        </Button>
      </div>
      {isPending && <SkeletonRows rows={6} rowPx={48} />}
      {!isPending && !copy && <p className={classes.none}>{t("device.gone")}</p>}
      {copy && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveFile(copy.file)}
          >
            {t("details.download")}
          </Button>
        </div>
      )}
      {copy && <CopyPreview {...copy} kind={kind} />}
      <FileFacts item={kept.row} />
    </>
  );
}

type Kind = ReturnType<typeof previewOf>;
const isTextual = (kind: Kind) => kind === "table" || kind === "text";

type CopyPreviewProps = { readonly file: File; readonly text: string; readonly kind: Kind };

function CopyPreview({ file, text, kind }: CopyPreviewProps) {
  const t = useMessages("documents");
  if (kind === null) return <p className={classes.none}>{t("details.noPreview")}</p>;
  if (kind === "table" || kind === "text")
    return <TextSheet text={text} isBeginning={file.size > sheetBytesMax} kind={kind} />;
  return (
    <div className={classes.viewer}>
      <Suspense fallback={<SkeletonRows rows={6} rowPx={48} />}>
        <DocumentSheets
          name={file.name}
          kind={kind === "pdf" ? "document" : "image"}
          file={file}
          onSave={() => saveFile(file)}
        />
      </Suspense>
    </div>
  );
}
