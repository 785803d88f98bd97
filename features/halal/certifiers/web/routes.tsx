import type messages from "#features/halal/certifiers/web/messages.en.json";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    certifiers: typeof messages;
  }
}

const contract = () => import("#features/halal/certifiers/contract.ts");

/** Who certifies, and who recognises whom. The standards have screens of their own (features/halal/standards). */
export const certifierScreens = recordRoutes({
  name: "certifiers",
  messages: {
    en: () => import("#features/halal/certifiers/web/messages.en.json"),
    ar: () => import("#features/halal/certifiers/web/messages.ar.json"),
  },
  menuTitles: {
    "Certifying Bodies": { ar: "جهات إصدار الشهادات" },
    Recognition: { ar: "الاعتراف" },
  },
  path: "/apps/certifier/bodies",
  redirects: ["/apps/certifier"],
  operations: () => contract().then(({ certifiers }) => certifiers),
  screens: () => import("#features/halal/certifiers/web/screens.tsx").then((module) => module.certifierScreens),
  more: [
    {
      path: "/apps/certifier/recognition",
      needs: async () => (await contract()).recognitions.list,
      load: () =>
        withRecordMessages(
          import("#features/halal/certifiers/web/RecognitionScreen.tsx").then((module) => module.RecognitionScreen),
        ),
    },
  ],
});
