import type messages from "#features/home/web/words.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    home: typeof messages;
  }
}

export const homeScreens: Screens = {
  name: "home",
  words: {
    en: () => import("#features/home/web/words.en.json"),
    ar: () => import("#features/home/web/words.ar.json"),
  },
  routes: [
    {
      path: "/home",
      needs: "session",
      load: () => import("#features/home/web/HomeScreen.tsx").then(({ HomeScreen }) => HomeScreen),
    },
  ],
};
