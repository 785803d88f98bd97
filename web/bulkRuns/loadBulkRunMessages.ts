import type messages from "#web/bulkRuns/messages.en.json";
import { loadMessages } from "#web/i18n.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    bulkRuns: typeof messages;
  }
}

/** Few bulk actions are runs, so no list bundles their messages. */
export const loadBulkRunMessages = () =>
  loadMessages({
    name: "bulkRuns",
    messages: {
      en: () => import("#web/bulkRuns/messages.en.json"),
      ar: () => import("#web/bulkRuns/messages.ar.json"),
    },
  });
