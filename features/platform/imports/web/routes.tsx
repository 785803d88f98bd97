import type messages from "#features/platform/imports/web/messages.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    imports: typeof messages;
  }
}

const load = () => import("#features/platform/imports/web/ImportScreen.tsx").then((module) => module.ImportScreen);

// One screen for every area (`importPath`). The importer decides which areas a user may import into, not the route.
export const importScreens: Screens = {
  name: "imports",
  messages: {
    en: () => import("#features/platform/imports/web/messages.en.json"),
    ar: () => import("#features/platform/imports/web/messages.ar.json"),
  },
  routes: [
    { path: "/apps/import/$resource", needs: "session", load },
    { path: "/apps/import/$resource/$importId", needs: "session", load },
  ],
};
