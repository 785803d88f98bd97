import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

type VirtualRowsProps = {
  readonly lineKeys: readonly string[];
  readonly heightPx: (index: number) => number;
  readonly region: RefObject<HTMLDivElement | null>;
  readonly renderLine: (index: number) => ReactNode;
  /** Called after rows were rendered, also by scrolling. */
  readonly onDrawn: () => void;
};

/** Renders only those of many lines that are near the window. In a file of its own, loaded only for long lists. */
export function VirtualRows({ lineKeys, heightPx, region, renderLine, onDrawn }: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count: lineKeys.length,
    getScrollElement: () => region.current,
    estimateSize: heightPx,
    getItemKey: (index) => lineKeys[index]!,
    overscan: 16,
  });
  useLayoutEffect(onDrawn);
  if (useIsPrinting()) return lineKeys.map((_, index) => renderLine(index));
  return (
    <div role="presentation" style={{ position: "relative", blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          role="presentation"
          ref={virtualizer.measureElement}
          data-index={index}
          // A separate style sheet would be one more file that the initial script refers to.
          style={{ position: "absolute", insetInline: 0, insetBlockStart: 0, transform: `translateY(${start}px)` }}
        >
          {renderLine(index)}
        </div>
      ))}
    </div>
  );
}

/** A printed page shows the whole list. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Rendered before the event ends: what is rendered then is printed.
    const handleBefore = () => flushSync(() => setPrinting(true));
    const handleAfter = () => setPrinting(false);
    addEventListener("beforeprint", handleBefore);
    addEventListener("afterprint", handleAfter);
    return () => {
      removeEventListener("beforeprint", handleBefore);
      removeEventListener("afterprint", handleAfter);
    };
  }, []);
  return isPrinting;
}
