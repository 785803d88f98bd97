import { type Feature, serve } from "#api/serve.ts";
import { seedArticles } from "#demos/knowledge-base/api/seed.ts";
import { readCategories } from "#demos/knowledge-base/api/service.ts";
import { articleStore, articleTexts, articleTransitions } from "#demos/knowledge-base/api/store.ts";
import { articleDecisions, articles, knowledgeBase, knowledgeBaseMenu } from "#demos/knowledge-base/contract.ts";
import { editorReads } from "#demos/publishing/api/service/texts.ts";

export const knowledgeBaseFeature: Feature = {
  routes: [
    ...serve(articles, {
      ...articleStore.handlers,
      changeStatus: articleTransitions.change,
      ...editorReads(articleStore, articleTexts),
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
