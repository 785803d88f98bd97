import type messages from "#demos/academy/web/messages.en.json";
import { lazyRoutes, lazySessionRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    academy: typeof messages;
  }
}

const open = () => import("#demos/academy/web/screenRoutes.ts");

export const academyScreens: Screens = {
  name: "academy",
  messages: {
    en: () => import("#demos/academy/web/messages.en.json"),
    ar: () => import("#demos/academy/web/messages.ar.json"),
  },
  menuTitles: { Academy: { ar: "الأكاديمية" } },
  routes: [
    ...lazySessionRoutes(
      ["/apps/academy/courses", "/apps/academy/courses/$courseId", "/apps/academy/certificates/$number"],
      async () => (await open()).readerRoutes,
      { "/apps/academy": "/apps/academy/courses" },
    ),
    ...lazyRoutes(
      ["/apps/academy/new", "/apps/academy/edit/$courseId", "/apps/academy/report"],
      async () => (await open()).staffRoutes,
    ),
  ],
};
