import type messages from "#demos/contacts/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    contacts: typeof messages;
  }
}

const screen = {
  needs: "session",
  load: () => import("#demos/contacts/web/ContactsScreen.tsx").then(({ ContactsScreen }) => ContactsScreen),
} as const;

const listPath = "/apps/contacts/people/all";
/** The pages of one contact: its form and its history. Their list is the screen with panes. */
const recordPath = "/apps/contacts/contact";

const records = recordRoutes({
  name: "contacts",
  messages: {
    en: () => import("#demos/contacts/web/messages.en.json"),
    ar: () => import("#demos/contacts/web/messages.ar.json"),
  },
  menuTitles: { Contacts: { ar: "جهات الاتصال" } },
  path: recordPath,
  operations: () => import("#demos/contacts/contract.ts").then(({ contactExtras }) => contactExtras),
  screens: () => import("#demos/contacts/web/screens.tsx").then(({ contactScreens }) => contactScreens),
});

export const contactsScreens: Screens = {
  ...records,
  routes: [
    { path: "/apps/contacts", ...screen, redirectTo: listPath },
    { path: "/apps/contacts/people", ...screen, redirectTo: listPath },
    { path: "/apps/contacts/people/$list", ...screen },
    { path: recordPath, ...screen, redirectTo: listPath },
    ...records.routes.filter(({ path }) => path !== recordPath),
  ],
};
