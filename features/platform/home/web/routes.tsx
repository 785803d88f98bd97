import type messages from "#features/platform/home/web/messages.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    home: typeof messages;
  }
}

export const homeScreens: Screens = {
  name: "home",
  messages: {
    en: () => import("#features/platform/home/web/messages.en.json"),
    ar: () => import("#features/platform/home/web/messages.ar.json"),
  },
  companion: () => import("#features/platform/home/web/NextStep.tsx").then(({ NextStep }) => NextStep),
  routes: [
    {
      path: "/home",
      needs: "session",
      load: () => import("#features/platform/home/web/HomeScreen.tsx").then(({ HomeScreen }) => HomeScreen),
    },
  ],
};
