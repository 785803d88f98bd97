import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/layout/settings/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    settings: typeof messages;
  }
}

/** The settings panel with its messages, which nothing else needs. */
export async function withSettingsMessages<Module>(panel: Promise<Module>): Promise<Module> {
  await loadMessages({
    name: "settings",
    messages: {
      en: () => import("#web/layout/settings/messages.en.json"),
      ar: () => import("#web/layout/settings/messages.ar.json"),
    },
  });
  return panel;
}
