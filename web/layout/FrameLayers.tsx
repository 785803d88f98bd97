import { lazy } from "react";
import type { FrameLayer } from "#web/layout/frameLayers.ts";
import { withSettingsMessages } from "#web/layout/settings/withSettingsMessages.ts";
import type { slotTheme } from "#web/layout/slotTheme.ts";

const MenuDrawer = lazy(() => import("#web/layout/MenuDrawer.tsx").then((module) => ({ default: module.MenuDrawer })));
const CommandPalette = lazy(() =>
  import("#web/layout/CommandPalette.tsx").then((module) => ({ default: module.CommandPalette })),
);
const KeysDialog = lazy(() => import("#web/layout/KeysDialog.tsx").then((module) => ({ default: module.KeysDialog })));
const SettingsPanel = lazy(() =>
  withSettingsMessages(import("#web/layout/settings/SettingsPanel.tsx")).then((module) => ({
    default: module.SettingsPanel,
  })),
);
const QuickPanel = lazy(() =>
  import("#web/layout/panels/QuickPanel.tsx").then((module) => ({ default: module.QuickPanel })),
);
const ChatPanel = lazy(() =>
  import("#web/layout/panels/ChatPanel.tsx").then((module) => ({ default: module.ChatPanel })),
);

type FrameLayersProps = {
  readonly open: FrameLayer;
  readonly onClose: () => void;
  readonly theme: ReturnType<typeof slotTheme>;
};

/** What is open over the frame: one layer at a time, each loaded when it is first opened. */
export function FrameLayers({ open, onClose, theme }: FrameLayersProps) {
  if (open === "menu") return <MenuDrawer theme={theme} onClose={onClose} />;
  if (open === "search") return <CommandPalette onClose={onClose} />;
  if (open === "keys") return <KeysDialog onClose={onClose} />;
  if (open === "settings") return <SettingsPanel onClose={onClose} />;
  if (open === "quick") return <QuickPanel onClose={onClose} />;
  return <ChatPanel onClose={onClose} />;
}
