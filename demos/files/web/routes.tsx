import type messages from "#demos/files/web/messages.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    documents: typeof messages;
  }
}

const screen = {
  needs: "session",
  load: () => import("#demos/files/web/FilesScreen.tsx").then(({ FilesScreen }) => FilesScreen),
} as const;

export const filesDemoScreens: Screens = {
  name: "documents",
  messages: {
    en: () => import("#demos/files/web/messages.en.json"),
    ar: () => import("#demos/files/web/messages.ar.json"),
  },
  menuTitles: { Files: { ar: "الملفات" } },
  routes: [
    { path: "/apps/files", ...screen, redirectTo: "/apps/files/browse" },
    { path: "/apps/files/browse", ...screen },
    { path: "/apps/files/browse/$folderId", ...screen },
    { path: "/apps/files/view/$view", ...screen },
  ],
};
