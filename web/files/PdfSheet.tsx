import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Box } from "#web/files/findText.ts";
import classes from "#web/files/PdfSheet.module.css";
import { useMessages } from "#web/useMessages.ts";

type PdfSheetProps = {
  readonly pdf: PDFDocumentProxy;
  /** Counted from 1. */
  readonly number: number;
  readonly widthPx: number;
  readonly quarters: number;
  /** Marked, and scrolled to. */
  readonly marked: readonly Box[];
  readonly onInView: (number: number) => void;
};

/** More pixels would use memory for no visible gain: 16 megapixels are 64 MB. */
const pixelsMax = 16_000_000;
/** A4, until the page's own size is known. */
const usualRatio = Math.SQRT2;

/** One page: its frame at once, its picture when it scrolls near, its text for screen readers. */
export function PdfSheet({ pdf, number, widthPx, quarters, marked, onInView }: PdfSheetProps) {
  const t = useMessages("files");
  const frame = useRef<HTMLLIElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [text, setText] = useState("");
  const { isNear } = useIsNearViewport(frame, () => onInView(number));
  const isWanted = isNear || page !== null || marked.length > 0;
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const read = async () => {
      const found = await pdf.getPage(number);
      const { items } = await found.getTextContent();
      if (isOver) return;
      setPage(found);
      setText(items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join(""));
    };
    // A page that can't be read stays blank; the others are shown.
    read().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [pdf, number, isWanted]);
  useEffect(() => {
    if (page === null || !isNear || canvas.current === null) return;
    const rotation = (page.rotate + quarters * 90) % 360;
    const plain = page.getViewport({ scale: 1, rotation });
    const wanted = (widthPx / plain.width) * devicePixelRatio;
    const scale = Math.min(wanted, Math.sqrt(pixelsMax / (plain.width * plain.height)));
    const viewport = page.getViewport({ scale, rotation });
    canvas.current.width = Math.floor(viewport.width);
    canvas.current.height = Math.floor(viewport.height);
    const drawing = page.render({ canvas: canvas.current, viewport });
    // Cancelled by the next rendering.
    drawing.promise.catch(() => {});
    return () => drawing.cancel();
  }, [page, isNear, widthPx, quarters]);
  const size = page?.getViewport({ scale: 1, rotation: (page.rotate + quarters * 90) % 360 });
  useLayoutEffect(() => {
    if (page !== null && marked.length > 0) scrollToMark(frame.current);
  }, [page, marked]);
  const ratio = size ? size.height / size.width : quarters % 2 === 0 ? usualRatio : 1 / usualRatio;
  return (
    <li
      ref={frame}
      className={classes.sheet}
      style={{ inlineSize: widthPx, blockSize: Math.round(widthPx * ratio) }}
      aria-label={t("viewer.page", { page: number, total: pdf.numPages })}
    >
      {/* The PDF positions each glyph, whatever the direction of the screen. */}
      {isNear && <canvas dir="ltr" ref={canvas} className={classes.canvas} aria-hidden="true" />}
      {size &&
        marked.map((box) => (
          <span key={box.join(" ")} data-found className={classes.mark} style={placeOn(size, box)} aria-hidden="true" />
        ))}
      <span className={classes.text}>{text}</span>
    </li>
  );
}

/** Room around the text, in units of the page. */
const markGap = 2;

/** As shares of the page, which may be turned. Pages are not mirrored in right-to-left screens. */
function placeOn(size: PageViewport, [left, bottom, right, top]: Box): CSSProperties {
  const [x1, y1, x2, y2] = size.convertToViewportRectangle([
    left - markGap,
    bottom - markGap,
    right + markGap,
    top + markGap,
  ]) as [number, number, number, number];
  const part = (value: number, whole: number) => `${(value / whole) * 100}%`;
  return {
    left: part(Math.min(x1, x2), size.width),
    top: part(Math.min(y1, y2), size.height),
    width: part(Math.abs(x2 - x1), size.width),
    height: part(Math.abs(y2 - y1), size.height),
  };
}

/** Scrolls the pages and not the screen: the field that is compared stays where it is. */
function scrollToMark(frame: HTMLElement | null): void {
  const region = frame?.closest("[role=region]");
  const mark = frame?.querySelector("[data-found]");
  if (!region || !mark) return;
  const [seen, place] = [region.getBoundingClientRect(), mark.getBoundingClientRect()];
  if (place.top >= seen.top && place.bottom <= seen.bottom) return;
  region.scrollTop += place.top - seen.top - seen.height / 3;
}

/**
 * Whether an element is on the screen or close to it. Calls back when the element crosses the middle of the visible
 * area.
 */
function useIsNearViewport(element: { readonly current: HTMLElement | null }, onMiddle: () => void) {
  const [isNear, setNear] = useState(false);
  const latest = useRef(onMiddle);
  useEffect(() => {
    latest.current = onMiddle;
  });
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const root = watched.closest("[role=region]");
    const near = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      root,
      rootMargin: "100% 0px",
    });
    // A line across the middle: the page there counts as the current page.
    const middle = new IntersectionObserver(([entry]) => entry!.isIntersecting && latest.current(), {
      root,
      rootMargin: "-50% 0px",
    });
    near.observe(watched);
    middle.observe(watched);
    return () => {
      near.disconnect();
      middle.disconnect();
    };
  }, [element]);
  return { isNear };
}
