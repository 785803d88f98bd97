import { publishingLifecycle, publishingRefusals, type PublishingTransition } from "#base/publishedTexts.ts";
import { sortKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { articlesTable as table, glossaryTermsTable as termsTable } from "#demos/knowledge-base/api/tables.ts";
import { articleRecord, glossaryLifecycle, glossaryRecord, glossaryRefusals } from "#demos/knowledge-base/contract.ts";
import {
  allowedTransitionsOf,
  publishing,
  publishingTransitions,
  requireDraft,
} from "#demos/publishing/api/service/texts.ts";

export const articleTexts = publishing({
  resource: "articles",
  table,
  update: (ctx, values, where) => ctx.db.update(table).set(values).where(where),
  linkTo: (id) => `/pages/knowledge-base?article=${id}`,
});

export const articleStore = recordStore({
  record: articleRecord,
  table,
  // Readers search the whole text in their browser; stored words would triple the size of a row.
  searched: ["title", "titleI18n"],
  sorts: { title: [table.sortKey, table.id], updatedAt: [table.updatedAt, table.id] },
  unique: {},
  idTaken: publishingRefusals.id_taken,
  requireEditable: requireDraft,
  computedOf: async (ctx, record) => ({ allowedTransitions: await allowedTransitions(ctx, record) }),
});

export const articleTransitions = recordTransitions(articleStore, publishingLifecycle, {
  ...publishingTransitions("articles"),
  guard: articleTexts.guard,
});

const allowedTransitions = (ctx: Ctx, record: typeof table.$inferSelect): Promise<PublishingTransition[]> =>
  allowedTransitionsOf(ctx, articleTransitions, record);

export const glossaryStore = recordStore({
  record: glossaryRecord,
  table: termsTable,
  searched: ["term"],
  sorts: { term: [termsTable.sortKey, termsTable.id] },
  unique: {
    glossary_terms__key: ["term", glossaryRefusals.duplicate_term],
    glossary_terms__key_ar: ["termAr", glossaryRefusals.duplicate_term],
  },
  idTaken: publishingRefusals.id_taken,
  derive: async (_, { termAr }) => ({ sortKeyAr: termAr === null ? null : sortKey(termAr) }),
  requireEditable: ({ status }) => {
    if (status === "archived") throw glossaryRefusals.term_removed();
  },
});

export const glossaryTransitions = recordTransitions(glossaryStore, glossaryLifecycle, { label: ({ term }) => term });
