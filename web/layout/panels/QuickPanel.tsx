import { PanelDrawer } from "#web/layout/panels/PanelDrawer.tsx";
import type { Screens } from "#web/screens.ts";
import { useMessages } from "#web/useMessages.ts";

const partOf = ({ quickPanel }: Screens) => quickPanel?.part;

/** The panel that the bell opens: one part of each area that has one, in the order of the areas. */
export function QuickPanel({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages("layout");
  return <PanelDrawer title={messages("panels.quick")} partOf={partOf} onClose={onClose} />;
}
