import type { ComponentType } from "react";
import type messages from "#demos/faq/web/messages.en.json";
import { withTextMessages } from "#web/publishing/withTextMessages.ts";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    faqAnswers: typeof messages;
  }
}

const contract = () => import("#demos/faq/contract.ts");
const loadReader = (): Promise<ComponentType> =>
  withTextMessages(import("#demos/faq/web/FaqScreen.tsx").then(({ FaqScreen }) => FaqScreen));

export const faqScreens = recordRoutes({
  name: "faqAnswers",
  messages: {
    en: () => import("#demos/faq/web/messages.en.json"),
    ar: () => import("#demos/faq/web/messages.ar.json"),
  },
  menuTitles: { FAQ: { ar: "الأسئلة الشائعة" }, "FAQ Answers": { ar: "إجابات الأسئلة" } },
  path: "/apps/faq/answers",
  operations: async () => (await contract()).faqAnswers,
  screens: () => withTextMessages(import("#demos/faq/web/screens.tsx").then(({ answerScreens }) => answerScreens)),
  more: [{ path: "/pages/faq", needs: async () => (await contract()).faq.list, load: loadReader }],
});
