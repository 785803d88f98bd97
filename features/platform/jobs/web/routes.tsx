import type messages from "#features/platform/jobs/web/messages.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    jobs: typeof messages;
  }
}

// Everybody sees their own runs; who may see all is decided by the server.
export const jobScreens: Screens = {
  name: "jobs",
  messages: {
    en: () => import("#features/platform/jobs/web/messages.en.json"),
    ar: () => import("#features/platform/jobs/web/messages.ar.json"),
  },
  menuTitles: { Jobs: { ar: "المهام الجارية" } },
  routes: [
    {
      path: "/apps/jobs",
      needs: "session",
      load: () => import("#features/platform/jobs/web/JobsScreen.tsx").then((module) => module.JobsScreen),
    },
  ],
};
