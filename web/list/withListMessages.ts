import type { ComponentType } from "react";
import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/list/messages.en.json";
import { phoneQuery } from "#web/ui/useMediaQuery.ts";

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
  // Requested with all else, and not when the module that asks for it has come.
  void (matchMedia(phoneQuery).matches ? import("#web/list/PhoneList.tsx") : import("#web/list/DesktopList.tsx"));
  const look = import("#web/list/deviceList.ts").then(({ loadDeviceList }) => loadDeviceList());
  await Promise.all([screen, loadListMessages(), look]);
  return screen;
}

/** Only those messages, for a part of a list on another screen. */
export const loadListMessages = () =>
  loadMessages({
    name: "list",
    messages: { en: () => import("#web/list/messages.en.json"), ar: () => import("#web/list/messages.ar.json") },
  });
