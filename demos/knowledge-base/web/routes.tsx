import type { ComponentType } from "react";
import type messages from "#demos/knowledge-base/web/messages.en.json";
import { withTextMessages } from "#web/publishing/withTextMessages.ts";
import { recordRoutes } from "#web/records/routes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    articles: typeof messages;
  }
}

const contract = () => import("#demos/knowledge-base/contract.ts");
const loadReader = (): Promise<ComponentType> =>
  withTextMessages(
    import("#demos/knowledge-base/web/KnowledgeBaseScreen.tsx").then(({ KnowledgeBaseScreen }) => KnowledgeBaseScreen),
  );

const loadGlossary = (): Promise<ComponentType> =>
  withTextMessages(import("#demos/knowledge-base/web/GlossaryScreen.tsx").then(({ GlossaryScreen }) => GlossaryScreen));

const screens = recordRoutes({
  name: "articles",
  messages: {
    en: () => import("#demos/knowledge-base/web/messages.en.json"),
    ar: () => import("#demos/knowledge-base/web/messages.ar.json"),
  },
  menuTitles: { "Knowledge base": { ar: "قاعدة المعرفة" }, Articles: { ar: "المقالات" } },
  path: "/apps/knowledge-base/articles",
  operations: async () => (await contract()).articles,
  screens: () =>
    withTextMessages(import("#demos/knowledge-base/web/screens.tsx").then(({ articleScreens }) => articleScreens)),
  more: [
    { path: "/pages/knowledge-base", needs: async () => (await contract()).knowledgeBase.list, load: loadReader },
    {
      path: "/pages/knowledge-base/glossary",
      needs: async () => (await contract()).knowledgeBase.glossary,
      load: loadGlossary,
    },
  ],
});

export const knowledgeBaseScreens: Screens = {
  ...screens,
  companion: () => import("#demos/knowledge-base/web/HelpKey.tsx").then(({ HelpKey }) => HelpKey),
};
