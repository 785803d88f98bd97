import i18next from "i18next";
import { loadMessages } from "#web/i18n.ts";
import type { Screens } from "#web/screens.ts";

/** Loads the messages of areas that may not have been shown yet. Unknown names are ignored. */
export async function loadWordsOf(
  names: readonly string[],
  known: ReadonlyMap<string, Screens["messages"]>,
): Promise<void> {
  const areas = names.flatMap((name) => {
    const messages = known.get(name);
    return messages ? [{ name, messages }] : [];
  });
  await Promise.all(areas.map(loadMessages));
}

/** The text of a key in the loaded messages of one area, or null. */
export function wordOf(area: string, key: string): string | null {
  const text: unknown = i18next.exists(key, { ns: area }) ? i18next.t(key, { ns: area, returnObjects: true }) : null;
  return typeof text === "string" ? text : null;
}
