import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { describeFile } from "#base/files.ts";
import classes from "#web/files/DocumentViewerBody.module.css";
import { PictureSheet } from "#web/files/PictureSheet.tsx";
import { useFileBlob } from "#web/files/useFileBlob.ts";
import { useFileSaving } from "#web/files/useSaveFile.ts";
import { ViewerTools } from "#web/files/ViewerTools.tsx";
import { afterKey, firstLook } from "#web/files/viewerLook.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

// The library that draws PDFs is half a megabyte, so it is loaded when the first PDF is shown.
const PdfSheets = lazy(() => import("#web/files/PdfSheets.tsx").then((module) => ({ default: module.PdfSheets })));

export type DocumentViewerProps = {
  readonly fileId: string;
  /** A text in several spellings: the first that the document has is marked in it. Text of scans isn't found. */
  readonly find?: { readonly texts: readonly string[]; readonly tellsMissing: boolean } | null;
};

const noTexts: readonly string[] = [];

/** The loaded content of `DocumentViewer`. Pass the file's id as `key` so that each document starts fresh. */
export function DocumentViewerBody({ fileId, find = null }: DocumentViewerProps) {
  const t = useMessages("files");
  const file = useRead(describeFile, { id: fileId });
  const bytes = useFileBlob(fileId);
  const save = useFileSaving();
  const [look, setLook] = useState(firstLook);
  const [pageCount, setPageCount] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isPicture = file.data?.kind === "image";
  const failed = [file, bytes].find(({ error }) => error);
  const handleKey = (event: KeyboardEvent) => {
    const next = afterKey(look, event, pageCount ?? 1);
    if (next === null) return;
    event.preventDefault();
    setLook(next);
  };
  return (
    <section className={classes.viewer} aria-label={t("viewer.title")}>
      <ViewerTools
        name={file.data?.name ?? ""}
        look={look}
        pageCount={pageCount}
        onLook={setLook}
        onSave={() => void save(fileId)}
      />
      {/* Focusable, so that its keys work: zoom, rotate, page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.sheets} tabIndex={0} role="region" aria-label={t("viewer.keys")} onKeyDown={handleKey}>
        {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed && !(file.data && bytes.data) && <SkeletonRows rows={8} rowPx={64} />}
        {isPicture && bytes.data && <PictureSheet file={bytes.data} look={look} />}
        {file.data?.kind === "document" && bytes.data && (
          <Suspense fallback={<SkeletonRows rows={8} rowPx={64} />}>
            <PdfSheets
              file={bytes.data}
              look={look}
              onLook={setLook}
              onPages={setPageCount}
              texts={find?.texts ?? noTexts}
              onMissing={setMissing}
            />
          </Suspense>
        )}
      </div>
      {find?.tellsMissing && (
        <p className={classes.missing} role="status">
          {(isMissing || isPicture) && t(isPicture ? "viewer.noText" : "viewer.notFound")}
        </p>
      )}
    </section>
  );
}
