import { PanelDrawer } from "#web/layout/panels/PanelDrawer.tsx";
import type { Screens } from "#web/screens.ts";
import { useMessages } from "#web/useMessages.ts";

const partOf = ({ chatPanel }: Screens) => chatPanel?.part;

/** The chat beside every screen. */
export function ChatPanel({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages("layout");
  return <PanelDrawer title={messages("panels.chat")} partOf={partOf} onClose={onClose} />;
}
