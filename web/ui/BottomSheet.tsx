import { lazy, Suspense } from "react";
import type { BottomSheetProps } from "#web/ui/BottomSheetLayer.tsx";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useWasOnce } from "#web/ui/useWasOnce.ts";

const BottomSheetLayer = lazy(() =>
  import("#web/ui/BottomSheetLayer.tsx").then((module) => ({ default: module.BottomSheetLayer })),
);

/**
 * Replaces a popover on a phone: filters and choices, from the bottom of the screen, within reach of a thumb. Its code
 * is loaded when it first opens.
 */
export function BottomSheet(props: BottomSheetProps) {
  useFocusBack(props.isOpen);
  return useWasOnce(props.isOpen) ? (
    <Suspense>
      <BottomSheetLayer {...props} />
    </Suspense>
  ) : null;
}
