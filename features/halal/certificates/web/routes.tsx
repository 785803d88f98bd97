import type messages from "#features/halal/certificates/web/messages.en.json";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    certificates: typeof messages;
  }
}

const contract = () => import("#features/halal/certificates/contract.ts").then(({ certificates }) => certificates);
const loadScreen = () => {
  // The parts of the first tab are half of the screen's weight; asked for here, they travel beside the rest.
  void import("#features/halal/certificates/record/web/CertificateOverview.tsx");
  return withRecordMessages(
    import("#features/halal/certificates/record/web/CertificateScreen.tsx").then((module) => module.CertificateScreen),
  );
};
const loadList = () =>
  withListMessages(
    import("#features/halal/certificates/web/CertificateListScreen.tsx").then((module) => module.CertificateListScreen),
  );

const listPath = "/apps/cert/certs";

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
    { path: "/apps/cert", needs: "session", load: loadList, redirectTo: listPath },
    { path: listPath, needs: async () => (await contract()).list, load: loadList },
    { path: `${listPath}/new`, needs: async () => (await contract()).create, load: loadScreen },
    { path: `${listPath}/$certId`, needs: async () => (await contract()).get, load: loadScreen },
    {
      path: "/apps/cert/queue",
      needs: async () => (await contract()).readQueue,
      load: () =>
        withRecordMessages(
          import("#features/halal/certificates/review/web/QueueScreen.tsx").then((module) => module.QueueScreen),
        ),
    },
    {
      path: "/apps/cert/calendar",
      needs: async () => (await contract()).readCalendar,
      load: () =>
        import("#features/halal/certificates/calendar/web/CalendarScreen.tsx").then((module) => module.CalendarScreen),
    },
    {
      path: "/certificates/$code",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/halal/certificates/public/web/PublicScreen.tsx").then((module) => module.PublicScreen),
    },
  ],
};
