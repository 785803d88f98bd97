import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/live/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    people: typeof messages;
  }
}

/** What shows people on records and rows, with its messages. Most records have one user at a time. */
async function loadPeople() {
  const [parts] = await Promise.all([
    import("#web/live/PresentPeople.tsx"),
    loadMessages({
      name: "people",
      messages: { en: () => import("#web/live/messages.en.json"), ar: () => import("#web/live/messages.ar.json") },
    }),
  ]);
  return parts;
}

export const loadPresentPeople = async () => ({ default: (await loadPeople()).PresentPeople });
export const loadRowPeople = async () => ({ default: (await loadPeople()).RowPeople });
