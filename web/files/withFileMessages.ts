import type { ComponentType } from "react";
import type messages from "#web/files/messages.en.json";
import { loadMessages } from "#web/i18n.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    files: typeof messages;
  }
}

/** A component with the messages that all file components share, for components that load on demand. */
export async function withFileMessages<Props>(
  part: Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  const messages = loadMessages({
    name: "files",
    messages: { en: () => import("#web/files/messages.en.json"), ar: () => import("#web/files/messages.ar.json") },
  });
  const [loaded] = await Promise.all([part, messages]);
  return { default: loaded };
}
