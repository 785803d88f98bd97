import { rememberFirstRequest } from "#web/layout/firstRequests.ts";

/**
 * Preloads what the next key press or click may open, so that typing or a question doesn't wait for the network. Before
 * that, remembers what this screen needed, for the next time that it is opened.
 */
export function preloadLayers(): Promise<unknown> {
  rememberFirstRequest();
  return Promise.all([
    import("#web/layout/FrameLayers.tsx"),
    import("#web/layout/CommandPalette.tsx"),
    import("#web/layout/ShortcutsLayer.tsx"),
    import("#web/layout/UserMenuLayer.tsx"),
    import("#web/ui/DialogLayer.tsx"),
    import("#web/ui/SidePanelLayer.tsx"),
    import("#web/ui/ConfirmDialog.tsx"),
  ]);
}
