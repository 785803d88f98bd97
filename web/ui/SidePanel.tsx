import { lazy, Suspense } from "react";
import type { SidePanelProps } from "#web/ui/SidePanelLayer.tsx";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useWasOnce } from "#web/ui/useWasOnce.ts";

const SidePanelLayer = lazy(() =>
  import("#web/ui/SidePanelLayer.tsx").then((module) => ({ default: module.SidePanelLayer })),
);

/**
 * For decisions about the record that is open: beside it instead of over it, so that the record can be read and
 * scrolled meanwhile. Traps the focus, returns it, closes on Esc, and fills the screen of a phone.
 */
export function SidePanel(props: SidePanelProps) {
  useFocusBack(props.isOpen);
  return useWasOnce(props.isOpen) ? (
    <Suspense>
      <SidePanelLayer {...props} />
    </Suspense>
  ) : null;
}
