import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/richText/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    richText: typeof messages;
  }
}

export const loadRichTextMessages = () =>
  loadMessages({
    name: "richText",
    messages: {
      en: () => import("#web/richText/messages.en.json"),
      ar: () => import("#web/richText/messages.ar.json"),
    },
  });
