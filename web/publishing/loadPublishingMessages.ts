import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/publishing/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    publishing: typeof messages;
  }
}

/** The messages of published texts, for readers and editors. */
export const loadPublishingMessages = () =>
  loadMessages({
    name: "publishing",
    messages: {
      en: () => import("#web/publishing/messages.en.json"),
      ar: () => import("#web/publishing/messages.ar.json"),
    },
  });
