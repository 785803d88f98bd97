import { lazy, Suspense } from "react";
import type { DialogProps } from "#web/ui/DialogLayer.tsx";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useWasOnce } from "#web/ui/useWasOnce.ts";

const DialogLayer = lazy(() => import("#web/ui/DialogLayer.tsx").then((module) => ({ default: module.DialogLayer })));

/**
 * A modal dialog: traps the focus, returns it, closes on Esc, and fills the screen of a phone. Its code, 13 KB of the
 * kit, is loaded when it first opens; the frame preloads it when idle.
 */
export function Dialog(props: DialogProps) {
  useFocusBack(props.isOpen);
  return useWasOnce(props.isOpen) ? (
    <Suspense>
      <DialogLayer {...props} />
    </Suspense>
  ) : null;
}
