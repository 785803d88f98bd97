import { loadWords } from "#web/i18n.ts";
import type messages from "#web/impact/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    impact: typeof messages;
  }
}

/** The words of what would follow, and of who goes along: few screens ask, so that none brings them with it. */
export const loadImpactWords = () =>
  loadWords({
    name: "impact",
    words: { en: () => import("#web/impact/messages.en.json"), ar: () => import("#web/impact/messages.ar.json") },
  });
