import type { ComponentType } from "react";
import { loadWords } from "#web/i18n.ts";

/** A list's screen with the words that all lists share, and the look for this device: `load: () => withListWords(import("…"))`. */
export async function withListWords(screen: Promise<ComponentType>): Promise<ComponentType> {
  const words = loadWords({
    name: "list",
    words: { en: () => import("#web/list/words.en.json"), ar: () => import("#web/list/words.ar.json") },
  });
  const look = import("#web/list/deviceList.ts").then(({ loadDeviceList }) => loadDeviceList());
  await Promise.all([screen, words, look]);
  return screen;
}
