import { type Feature, serve } from "#api/serve.ts";
import { seedArticles } from "#demos/knowledge-base/api/seed.ts";
import { readCategories } from "#demos/knowledge-base/api/service.ts";
import { articleStore, articleTexts, articleTransitions } from "#demos/knowledge-base/api/store.ts";
import { articleDecisions, articles, knowledgeBase, knowledgeBaseMenu } from "#demos/knowledge-base/contract.ts";

export const knowledgeBaseFeature: Feature = {
  routes: [
    ...serve(articles, {
      ...articleStore.handlers,
      changeStatus: articleTransitions.change,
      editions: async (ctx, { id }) => {
        await articleStore.requireVisible(ctx, id);
        return articleTexts.editions(ctx, { id });
      },
      feedback: async (ctx, { id }) => {
        await articleStore.requireVisible(ctx, id);
        return articleTexts.feedback(ctx, { id });
      },
    }),
    ...serve(knowledgeBase, {
      list: readCategories,
      read: async (ctx) => ({ articles: await articleTexts.readLive(ctx) }),
      giveFeedback: articleTexts.giveFeedback,
    }),
  ],
  menu: [knowledgeBaseMenu],
  live: [{ resource: "articles", read: articles.get, rows: articleStore.scopedRows }],
  scopedRows: [articleStore.scopedRows],
  decisions: [articleDecisions],
  jobs: [articleTexts.reviewJob],
  seed: seedArticles,
};
