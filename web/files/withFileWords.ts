import type { ComponentType } from "react";
import type messages from "#web/files/messages.en.json";
import { loadWords } from "#web/i18n.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    files: typeof messages;
  }
}

/** A part with the words that all files share. Parts that load themselves bring them along. */
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
