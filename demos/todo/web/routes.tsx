import type messages from "#demos/todo/web/messages.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    todo: typeof messages;
  }
}

const screen = {
  needs: "session",
  load: () => import("#demos/todo/web/TodoScreen.tsx").then(({ TodoScreen }) => TodoScreen),
} as const;

export const todoScreens: Screens = {
  name: "todo",
  messages: {
    en: () => import("#demos/todo/web/messages.en.json"),
    ar: () => import("#demos/todo/web/messages.ar.json"),
  },
  menuTitles: { Apps: { ar: "التطبيقات" }, "To-do": { ar: "المهام" } },
  companion: () => import("#demos/todo/web/ReminderCards.tsx").then(({ ReminderCards }) => ReminderCards),
  routes: [
    { path: "/apps/todo", ...screen, redirectTo: "/apps/todo/folder/all" },
    { path: "/apps/todo/folder/$handle", ...screen },
    { path: "/apps/todo/filter/$handle", ...screen },
    { path: "/apps/todo/label/$handle", ...screen },
  ],
};
