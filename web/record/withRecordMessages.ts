import type { ComponentType } from "react";
import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/record/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    record: typeof messages;
  }
}

/** A record's screen with the messages that all records share: `load: () => withRecordWords(import("…"))`. */
export async function withRecordMessages(screen: Promise<ComponentType>): Promise<ComponentType> {
  await Promise.all([screen, loadRecordMessages()]);
  return screen;
}

/** Only those messages, for a part of a record on another screen. */
export const loadRecordMessages = () =>
  loadMessages({
    name: "record",
    messages: { en: () => import("#web/record/messages.en.json"), ar: () => import("#web/record/messages.ar.json") },
  });
