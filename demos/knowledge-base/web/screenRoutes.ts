import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withTextMessages } from "#web/publishing/withTextMessages.ts";

/** What every signed-in user reads. */
export const readerRoutes = {
  "/pages/knowledge-base": {
    load: () =>
      withTextMessages(
        import("#demos/knowledge-base/web/KnowledgeBaseScreen.tsx").then(
          ({ KnowledgeBaseScreen }) => KnowledgeBaseScreen,
        ),
      ),
  },
  "/pages/knowledge-base/glossary": {
    load: () =>
      withTextMessages(
        import("#demos/knowledge-base/web/GlossaryScreen.tsx").then(({ GlossaryScreen }) => GlossaryScreen),
      ),
  },
} satisfies Record<string, Pick<LazyRoute, "load">>;
