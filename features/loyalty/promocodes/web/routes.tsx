import type messages from "#features/loyalty/promocodes/web/messages.en.json";
import { redemptionMessages } from "#features/loyalty/promocodes/redemptions/web/withRedemptionMessages.ts";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import { recordRoutes } from "#web/records/routes.ts";
import type { Screens } from "#web/screens.ts";

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

export const redemptionScreens: Screens = {
  name: "redemptions",
  messages: redemptionMessages,
  menuTitles: { Redemptions: { ar: "استخدامات الرموز" } },
  routes: lazyRoutes(
    ["/apps/promocode/redemptions", "/apps/promocode/redemptions/$redemptionId"],
    async () => (await import("#features/loyalty/promocodes/redemptions/web/screenRoutes.ts")).redemptionRoutes,
  ),
};
