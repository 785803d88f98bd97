import type messages from "#demos/knowledge-base/web/messages.en.json";
import { lazySessionRoutes } from "#web/lazyRoutes.ts";
import { withTextMessages } from "#web/publishing/withTextMessages.ts";
import { recordRoutes } from "#web/records/routes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    articles: typeof messages;
  }
}

const screens = recordRoutes({
  name: "articles",
  messages: {
    en: () => import("#demos/knowledge-base/web/messages.en.json"),
    ar: () => import("#demos/knowledge-base/web/messages.ar.json"),
  },
  menuTitles: { "Knowledge base": { ar: "قاعدة المعرفة" }, Articles: { ar: "المقالات" } },
  path: "/apps/knowledge-base/articles",
  operations: async () => (await import("#demos/knowledge-base/contract.ts")).articles,
  screens: () =>
    withTextMessages(import("#demos/knowledge-base/web/screens.tsx").then(({ articleScreens }) => articleScreens)),
  more: lazySessionRoutes(
    ["/pages/knowledge-base", "/pages/knowledge-base/glossary"],
    async () => (await import("#demos/knowledge-base/web/screenRoutes.ts")).readerRoutes,
  ),
});

export const knowledgeBaseScreens: Screens = {
  ...screens,
  companion: () => import("#demos/knowledge-base/web/HelpKey.tsx").then(({ HelpKey }) => HelpKey),
};
