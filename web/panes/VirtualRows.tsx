import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

type VirtualRowsProps = {
  readonly lineKeys: readonly string[];
  readonly heightPx: (index: number) => number;
  readonly region: RefObject<HTMLDivElement | null>;
  readonly renderLine: (index: number) => ReactNode;
  /** After rows were drawn, by scrolling too. */
  readonly onDrawn: () => void;
};

/** Draws those of many lines that are near the window. A file of its own, fetched only for a list that long. */
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
          // A sheet of its own would be one more file that the first script names.
          style={{ position: "absolute", insetInline: 0, insetBlockStart: 0, transform: `translateY(${start}px)` }}
        >
          {renderLine(index)}
        </div>
      ))}
    </div>
  );
}

/** Paper is as long as the list. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Drawn before the event has gone by: what it finds then is what is printed.
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
