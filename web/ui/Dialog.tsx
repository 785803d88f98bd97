import { lazy, Suspense } from "react";
import type { DialogProps } from "#web/ui/DialogLayer.tsx";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useWasOnce } from "#web/ui/useWasOnce.ts";

const DialogLayer = lazy(() => import("#web/ui/DialogLayer.tsx").then((module) => ({ default: module.DialogLayer })));

/**
 * A layer above the screen: keeps the focus inside, gives it back, closes at Esc, and is the whole screen of a phone.
 * Its code, 13 KB of the kit, comes when it first opens; the frame has asked for it before, when nothing else was to do.
 */
export function Dialog(props: DialogProps) {
  useFocusBack(props.isOpen);
  return useWasOnce(props.isOpen) ? (
    <Suspense>
      <DialogLayer {...props} />
    </Suspense>
  ) : null;
}
