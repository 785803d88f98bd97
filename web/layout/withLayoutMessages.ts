import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/layout/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    layout: typeof messages;
  }
}

/** The frame with its messages, which are not needed before sign-in: `withLayoutWords(import("…"))`. */
export async function withLayoutMessages<Module>(frame: Promise<Module>): Promise<Module> {
  await loadMessages({
    name: "layout",
    messages: { en: () => import("#web/layout/messages.en.json"), ar: () => import("#web/layout/messages.ar.json") },
  });
  return frame;
}
