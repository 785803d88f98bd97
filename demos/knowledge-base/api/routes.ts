import { type Feature, serve } from "#api/serve.ts";
import { seedKnowledgeBase } from "#demos/knowledge-base/api/seed.ts";
import { readCategories, readGlossary } from "#demos/knowledge-base/api/service.ts";
import {
  articleStore,
  articleTexts,
  articleTransitions,
  glossaryStore,
  glossaryTransitions,
} from "#demos/knowledge-base/api/store.ts";
import {
  articleDecisions,
  articles,
  glossary,
  knowledgeBase,
  knowledgeBaseMenu,
} from "#demos/knowledge-base/contract.ts";
import { editorReads } from "#demos/publishing/api/service/texts.ts";

export const knowledgeBaseFeature: Feature = {
  routes: [
    ...serve(articles, {
      ...articleStore.handlers,
      changeStatus: articleTransitions.change,
      ...editorReads(articleStore, articleTexts),
    }),
    ...serve(glossary, { ...glossaryStore.handlers, changeStatus: glossaryTransitions.change }),
    ...serve(knowledgeBase, {
      list: readCategories,
      read: async (ctx) => ({ articles: await articleTexts.readLive(ctx) }),
      glossary: readGlossary,
      giveFeedback: articleTexts.giveFeedback,
    }),
  ],
  menu: [knowledgeBaseMenu],
  live: [
    { resource: "articles", read: articles.get, rows: articleStore.scopedRows },
    { resource: "glossaryTerms", read: knowledgeBase.glossary },
  ],
  scopedRows: [articleStore.scopedRows],
  decisions: [articleDecisions],
  jobs: [articleTexts.reviewJob],
  seed: seedKnowledgeBase,
};
