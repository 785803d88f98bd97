import type { ComponentType } from "react";
import type messages from "#features/access/session/account/web/messages.en.json";
import { loadMessages } from "#web/i18n.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    account: typeof messages;
  }
}

/** A screen of the own account with its messages, which the login page would otherwise load as well. */
export async function withAccountMessages(screen: Promise<ComponentType>): Promise<ComponentType> {
  await Promise.all([screen, loadAccountMessages()]);
  return screen;
}

export const loadAccountMessages = () =>
  loadMessages({
    name: "account",
    messages: {
      en: () => import("#features/access/session/account/web/messages.en.json"),
      ar: () => import("#features/access/session/account/web/messages.ar.json"),
    },
  });
