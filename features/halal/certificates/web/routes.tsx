import type messages from "#features/halal/certificates/web/messages.en.json";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    certificates: typeof messages;
  }
}

const contract = () => import("#features/halal/certificates/contract.ts").then(({ certificates }) => certificates);

export const certificateScreens: Screens = {
  name: "certificates",
  messages: {
    en: () => import("#features/halal/certificates/web/messages.en.json"),
    ar: () => import("#features/halal/certificates/web/messages.ar.json"),
  },
  menuTitles: {
    Certificates: { ar: "الشهادات" },
    "Review Queue": { ar: "قائمة المراجعة" },
    "Expiry Calendar": { ar: "تقويم الانتهاء" },
    "New Certificate": { ar: "شهادة جديدة" },
  },
  menuCounts: {
    "/apps/cert/queue": async (transport) => {
      const [{ call }, { readQueue }] = await Promise.all([import("#web/call.ts"), contract()]);
      const { mine, nobodys, others } = await call(transport, readQueue, {});
      return mine.length + nobodys.length + others.length;
    },
  },
  history: [
    {
      resource: "certificates",
      load: async () =>
        (await import("#features/halal/certificates/record/web/useCertificateFormatters.ts")).useCertificateFormatters,
    },
  ],
  routes: [
    ...lazyRoutes(
      [
        "/apps/cert/certs",
        "/apps/cert/certs/new",
        "/apps/cert/certs/$certId",
        "/apps/cert/queue",
        "/apps/cert/calendar",
      ],
      async () => (await import("#features/halal/certificates/web/screenRoutes.ts")).certificateRoutes,
      { "/apps/cert": "/apps/cert/certs" },
    ),
    {
      path: "/certificates/$code",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/halal/certificates/public/web/PublicScreen.tsx").then((module) => module.PublicScreen),
    },
  ],
};
