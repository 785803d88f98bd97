import { useEffect, useRef, useState } from "react";
import classes from "#web/files/PdfSheets.module.css";
import type { Box } from "#web/files/findText.ts";
import { PdfSheet } from "#web/files/PdfSheet.tsx";
import { useFoundText } from "#web/files/useFoundText.ts";
import { usePdf } from "#web/files/usePdf.ts";
import type { ViewerState } from "#web/files/viewerLook.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

type PdfSheetsProps = {
  readonly file: File;
  readonly look: ViewerState;
  readonly onLook: (look: ViewerState) => void;
  readonly onPages: (count: number) => void;
  /** Spellings of a text to mark; empty for none. */
  readonly texts: readonly string[];
  readonly onMissing: (isMissing: boolean) => void;
};

const noBoxes: readonly Box[] = [];

/** The pages of a PDF, one below the other. Each is drawn when it scrolls near. */
export function PdfSheets({ file, look, onLook, onPages, texts, onMissing }: PdfSheetsProps) {
  const t = useMessages("files");
  const { pdf, error } = usePdf(file);
  const list = useRef<HTMLOListElement>(null);
  const widthPx = useWidth(list);
  // The page that scrolling reached, so that scrolling itself does not trigger a jump to it.
  const inView = useRef(1);
  const pageCount = pdf?.numPages ?? 0;
  useEffect(() => {
    if (pageCount > 0) onPages(pageCount);
  }, [pageCount, onPages]);
  const found = useFoundText(pdf, texts);
  useEffect(() => onMissing(found === null), [found, onMissing]);
  useEffect(() => {
    if (look.page === inView.current) return;
    inView.current = look.page;
    list.current?.children[look.page - 1]?.scrollIntoView({ block: "start" });
  }, [look.page]);
  const handleInView = (page: number) => {
    if (page === inView.current) return;
    inView.current = page;
    onLook({ ...look, page });
  };
  if (error) {
    return (
      <EmptyState
        icon={<IconAlertTriangle size={24} aria-hidden />}
        title={t("viewer.failed")}
        text={t("viewer.failedText")}
      />
    );
  }
  return (
    <ol className={classes.sheets} ref={list}>
      {pdf === null || widthPx === 0 ? (
        <li>
          <SkeletonRows rows={8} rowPx={64} />
        </li>
      ) : (
        Array.from({ length: pageCount }, (_, at) => (
          <PdfSheet
            key={at}
            pdf={pdf}
            number={at + 1}
            widthPx={widthPx * look.zoom}
            quarters={look.quarters}
            marked={found?.page === at + 1 ? found.boxes : noBoxes}
            onInView={handleInView}
          />
        ))
      )}
    </ol>
  );
}

/** The width of an element without its scroll bar, kept up to date. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    const place = element.current?.parentElement;
    if (!place) return;
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(place);
      const inside = place.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
      setWidthPx(Math.floor(inside));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
