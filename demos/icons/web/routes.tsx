import type messages from "#demos/icons/web/messages.en.json";
import { withListMessages } from "#web/list/withListMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    icons: typeof messages;
  }
}

export const iconScreens: Screens = {
  name: "icons",
  messages: {
    en: () => import("#demos/icons/web/messages.en.json"),
    ar: () => import("#demos/icons/web/messages.ar.json"),
  },
  menuTitles: { Icons: { ar: "الأيقونات" } },
  routes: [
    {
      path: "/pages/icons",
      needs: async () => (await import("#demos/icons/contract.ts")).icons.list,
      load: () => withListMessages(import("#demos/icons/web/IconsScreen.tsx").then(({ IconsScreen }) => IconsScreen)),
    },
  ],
};
