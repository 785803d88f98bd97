import { type Feature, serve } from "#api/serve.ts";
import { seedAnswers } from "#demos/faq/api/seed.ts";
import { listAnswers, listEmptySearches, reportEmptySearch } from "#demos/faq/api/service.ts";
import { answerStore, answerTexts, answerTransitions } from "#demos/faq/api/store.ts";
import { answerDecisions, faq, faqAnswers, faqMenu } from "#demos/faq/contract.ts";
import { editorReads } from "#demos/publishing/api/service/texts.ts";

export const faqFeature: Feature = {
  routes: [
    ...serve(faqAnswers, {
      ...answerStore.handlers,
      changeStatus: answerTransitions.change,
      ...editorReads(answerStore, answerTexts),
    }),
    ...serve(faq, {
      list: listAnswers,
      read: async (ctx) => ({ answers: await answerTexts.readLive(ctx) }),
      giveFeedback: answerTexts.giveFeedback,
      reportEmptySearch,
      emptySearches: listEmptySearches,
    }),
  ],
  menu: [faqMenu],
  live: [{ resource: "faqAnswers", read: faqAnswers.get, rows: answerStore.scopedRows }],
  scopedRows: [answerStore.scopedRows],
  decisions: [answerDecisions],
  jobs: [answerTexts.reviewJob],
  seed: seedAnswers,
};
