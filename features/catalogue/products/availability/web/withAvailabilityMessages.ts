import type messages from "#features/catalogue/products/availability/web/messages.en.json";
import { loadMessages } from "#web/i18n.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    availability: typeof messages;
  }
}

/** The tab with its messages, which lists of products would otherwise load as well. */
export async function withAvailabilityMessages<Part>(part: Promise<Part>): Promise<Part> {
  await Promise.all([
    part,
    loadMessages({
      name: "availability",
      messages: {
        en: () => import("#features/catalogue/products/availability/web/messages.en.json"),
        ar: () => import("#features/catalogue/products/availability/web/messages.ar.json"),
      },
    }),
  ]);
  return part;
}
