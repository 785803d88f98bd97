import { loadMessages } from "#web/i18n.ts";
import type messages from "#web/live/messages.en.json";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    people: typeof messages;
  }
}

/** Most records have one user at a time, so these are loaded with their messages when somebody else is there. */
export const loadPresentPeople = () =>
  withMessages(import("#web/live/PresentPeople.tsx").then((module) => ({ default: module.PresentPeople })));
export const loadRowPeople = () =>
  withMessages(import("#web/live/PresentPeople.tsx").then((module) => ({ default: module.RowPeople })));

async function withMessages<Part>(part: Promise<Part>): Promise<Part> {
  const messages = loadMessages({
    name: "people",
    messages: { en: () => import("#web/live/messages.en.json"), ar: () => import("#web/live/messages.ar.json") },
  });
  const [loaded] = await Promise.all([part, messages]);
  return loaded;
}
