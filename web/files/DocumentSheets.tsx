import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from "react";
import type { StoredFile } from "#base/files.ts";
import classes from "#web/files/DocumentSheets.module.css";
import { PictureSheet } from "#web/files/PictureSheet.tsx";
import { ViewerTools } from "#web/files/ViewerTools.tsx";
import { afterKey, firstLook } from "#web/files/viewerLook.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

// The library that draws PDFs is half a megabyte, so it is loaded when the first PDF is shown.
const PdfSheets = lazy(() => import("#web/files/PdfSheets.tsx").then((module) => ({ default: module.PdfSheets })));

type DocumentSheetsProps = {
  readonly name: string;
  /** Null while it is not known. */
  readonly kind: StoredFile["kind"] | null;
  /** Null while its bytes are loaded. */
  readonly file: File | null;
  /** A text in several spellings: the first that the document has is marked in it. Text of scans isn't found. */
  readonly find?: { readonly texts: readonly string[]; readonly tellsMissing: boolean } | null;
  readonly onSave: () => void;
  /** Shown instead, such as why the document can't be loaded. */
  readonly children?: ReactNode;
};

const noTexts: readonly string[] = [];

/** The sheets of a document or a picture of one, with tools to zoom, rotate and save it. */
export function DocumentSheets({ name, kind, file, find = null, onSave, children }: DocumentSheetsProps) {
  const t = useMessages("files");
  const [look, setLook] = useState(firstLook);
  const [pageCount, setPageCount] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isPicture = kind === "image";
  const handleKey = (event: KeyboardEvent) => {
    const next = afterKey(look, event, pageCount ?? 1);
    if (next === null) return;
    event.preventDefault();
    setLook(next);
  };
  return (
    <section className={classes.viewer} aria-label={t("viewer.title")}>
      <ViewerTools name={name} look={look} pageCount={pageCount} onLook={setLook} onSave={onSave} />
      {/* Focusable, so that its keys work: zoom, rotate, page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.sheets} tabIndex={0} role="region" aria-label={t("viewer.keys")} onKeyDown={handleKey}>
        {children}
        {!children && !(kind && file) && <SkeletonRows rows={8} rowPx={64} />}
        {isPicture && file && <PictureSheet file={file} look={look} />}
        {kind === "document" && file && (
          <Suspense fallback={<SkeletonRows rows={8} rowPx={64} />}>
            <PdfSheets
              file={file}
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
