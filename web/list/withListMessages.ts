import type { ComponentType } from "react";
import { loadMessages } from "#web/i18n.ts";
import { loadDeviceList } from "#web/list/deviceList.ts";
import type messages from "#web/list/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    list: typeof messages;
  }
}

/**
 * A list's screen with the messages that all lists share, and the layout for this device: `load: () =>
 * withListWords(import("…"))`.
 */
export async function withListMessages(screen: Promise<ComponentType>): Promise<ComponentType> {
  await Promise.all([screen, loadListMessages(), loadDeviceList()]);
  return screen;
}

/** Only those messages, for a part of a list on another screen. */
export const loadListMessages = () =>
  loadMessages({
    name: "list",
    messages: { en: () => import("#web/list/messages.en.json"), ar: () => import("#web/list/messages.ar.json") },
  });
