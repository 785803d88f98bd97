import type messages from "#features/loyalty/promocodes/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    promocodes: typeof messages;
  }
}

export const promocodeScreens = recordRoutes({
  name: "promocodes",
  messages: {
    en: () => import("#features/loyalty/promocodes/web/messages.en.json"),
    ar: () => import("#features/loyalty/promocodes/web/messages.ar.json"),
  },
  menuTitles: {
    Promocode: { ar: "الرموز الترويجية" },
    "New Promocode": { ar: "رمز ترويجي جديد" },
  },
  path: "/apps/promocode/promocodes",
  redirects: ["/apps/promocode"],
  operations: () => import("#features/loyalty/promocodes/contract.ts").then(({ promocodes }) => promocodes),
  screens: () => import("#features/loyalty/promocodes/web/screens.tsx").then((module) => module.promocodeScreens),
});
