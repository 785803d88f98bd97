import type { ComponentType } from "react";
import type messages from "#web/files/messages.en.json";
import { loadWords } from "#web/i18n.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    files: typeof messages;
  }
}

/** A component with the messages that all file components share, for components that load on demand. */
export async function withFileWords<Props>(
  part: Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  const words = loadWords({
    name: "files",
    words: { en: () => import("#web/files/messages.en.json"), ar: () => import("#web/files/messages.ar.json") },
  });
  const [loaded] = await Promise.all([part, words]);
  return { default: loaded };
}
