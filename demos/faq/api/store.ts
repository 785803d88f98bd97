import { publishingLifecycle, publishingRefusals, type PublishingTransition } from "#base/publishedTexts.ts";
import type { Ctx } from "#api/context.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { answersTable as table } from "#demos/faq/api/tables.ts";
import { answerRecord } from "#demos/faq/contract.ts";
import {
  allowedTransitionsOf,
  publishing,
  publishingTransitions,
  requireDraft,
} from "#demos/publishing/api/service/texts.ts";

export const answerTexts = publishing({
  resource: "faqAnswers",
  table,
  update: (ctx, values, where) => ctx.db.update(table).set(values).where(where),
  linkTo: (id) => `/pages/faq#${id}`,
});

export const answerStore = recordStore({
  record: answerRecord,
  table,
  // Readers search the whole text in their browser; stored words would triple the size of a row.
  searched: ["title", "titleI18n"],
  sorts: { title: [table.sortKey, table.id], updatedAt: [table.updatedAt, table.id] },
  unique: {},
  idTaken: publishingRefusals.id_taken,
  requireEditable: requireDraft,
  computedOf: async (ctx, record) => ({ allowedTransitions: await allowedTransitions(ctx, record) }),
});

export const answerTransitions = recordTransitions(answerStore, publishingLifecycle, {
  ...publishingTransitions("faqAnswers"),
  guard: answerTexts.guard,
});

const allowedTransitions = (ctx: Ctx, record: typeof table.$inferSelect): Promise<PublishingTransition[]> =>
  allowedTransitionsOf(ctx, answerTransitions, record);
