import type { ComponentType } from "react";
import { loadWords } from "#web/i18n.ts";

/** A record's screen with the words that all records share: `load: () => withRecordWords(import("…"))`. */
export async function withRecordWords(screen: Promise<ComponentType>): Promise<ComponentType> {
  const words = loadWords({
    name: "record",
    words: { en: () => import("#web/record/words.en.json"), ar: () => import("#web/record/words.ar.json") },
  });
  await Promise.all([screen, words]);
  return screen;
}
