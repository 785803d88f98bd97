import type { ComponentProps } from "react";
import { describeFile } from "#base/files.ts";
import { DocumentSheets } from "#web/files/DocumentSheets.tsx";
import { useFileBlob } from "#web/files/useFileBlob.ts";
import { useFileSaving } from "#web/files/useSaveFile.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";

export type DocumentViewerProps = Pick<ComponentProps<typeof DocumentSheets>, "find"> & { readonly fileId: string };

/** The loaded content of `DocumentViewer`. Pass the file's id as `key` so that each document starts fresh. */
export function DocumentViewerBody({ fileId, find = null }: DocumentViewerProps) {
  const file = useRead(describeFile, { id: fileId });
  const bytes = useFileBlob(fileId);
  const save = useFileSaving();
  const failed = [file, bytes].find(({ error }) => error);
  return (
    <DocumentSheets
      name={file.data?.name ?? ""}
      kind={file.data?.kind ?? null}
      file={bytes.data ?? null}
      find={find}
      onSave={() => void save(fileId)}
    >
      {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
    </DocumentSheets>
  );
}
