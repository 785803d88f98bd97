import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/impact/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    impact: typeof messages;
  }
}

/** Loads the messages for impact previews and approvals. Few screens need them, so no screen bundles them. */
export const loadImpactMessages = () =>
  loadMessages({
    name: "impact",
    messages: { en: () => import("#web/impact/messages.en.json"), ar: () => import("#web/impact/messages.ar.json") },
  });
