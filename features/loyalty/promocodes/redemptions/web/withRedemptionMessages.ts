import type messages from "#features/loyalty/promocodes/redemptions/web/messages.en.json";
import { loadMessages } from "#web/i18n.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    redemptions: typeof messages;
  }
}

export const redemptionMessages = {
  en: () => import("#features/loyalty/promocodes/redemptions/web/messages.en.json"),
  ar: () => import("#features/loyalty/promocodes/redemptions/web/messages.ar.json"),
};

/** A part of another screen with the messages of redemptions. */
export async function withRedemptionMessages<Part>(part: Promise<Part>): Promise<Part> {
  await Promise.all([part, loadMessages({ name: "redemptions", messages: redemptionMessages })]);
  return part;
}
