import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";

const rowPx = { desk: 40, phone: 68 };
const headPx = 32;

type LongListProps = {
  /** Of each line. */
  readonly keys: readonly string[];
  readonly isHead: (index: number) => boolean;
  readonly region: RefObject<HTMLDivElement | null>;
  readonly draw: (index: number) => ReactNode;
  /** After rows were drawn, by scrolling too. */
  readonly onDrawn: () => void;
};

/** Of many lines those that are near the window. What it takes is fetched when somebody has so many. */
export function LongList({ keys, isHead, region, draw, onDrawn }: LongListProps) {
  const isPhone = useIsPhone();
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => region.current,
    estimateSize: (index) => (isHead(index) ? headPx : rowPx[isPhone ? "phone" : "desk"]),
    getItemKey: (index) => keys[index]!,
    overscan: 16,
  });
  useLayoutEffect(onDrawn);
  if (useIsPrinting()) return keys.map((_, index) => draw(index));
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
          {draw(index)}
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
