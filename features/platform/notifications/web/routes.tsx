import { recordAt } from "#features/platform/notifications/rules/recordAt.ts";
import type messages from "#features/platform/notifications/web/messages.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    notifications: typeof messages;
  }
}

/** No route of its own: a bell in the toolbar, a part of the own account, and a menu on every record’s page. */
export const notificationScreens: Screens = {
  name: "notifications",
  messages: {
    en: () => import("#features/platform/notifications/web/messages.en.json"),
    ar: () => import("#features/platform/notifications/web/messages.ar.json"),
  },
  quickPanel: {
    button: () =>
      import("#features/platform/notifications/web/NotificationBell.tsx").then((module) => module.NotificationBell),
    part: () =>
      import("#features/platform/notifications/web/NotificationPanel.tsx").then((module) => module.NotificationPanel),
  },
  accountPart: {
    name: "notifications",
    load: () => import("#features/platform/notifications/web/SettingsPart.tsx").then((module) => module.SettingsPart),
  },
  recordTool: {
    isAt: (path) => recordAt(path) !== null,
    load: () => import("#features/platform/notifications/web/RecordBell.tsx").then((module) => module.RecordBell),
  },
  routes: [],
};
