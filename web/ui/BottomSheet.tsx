import { lazy, Suspense } from "react";
import type { BottomSheetProps } from "#web/ui/BottomSheetLayer.tsx";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useWasOnce } from "#web/ui/useWasOnce.ts";

const BottomSheetLayer = lazy(() =>
  import("#web/ui/BottomSheetLayer.tsx").then((module) => ({ default: module.BottomSheetLayer })),
);

/**
 * What a popover is on a desk: filters and choices, from the foot of a phone's screen, within reach of a thumb.
 * Its code comes when it first opens.
 */
export function BottomSheet(props: BottomSheetProps) {
  useFocusBack(props.isOpen);
  return useWasOnce(props.isOpen) ? (
    <Suspense>
      <BottomSheetLayer {...props} />
    </Suspense>
  ) : null;
}
