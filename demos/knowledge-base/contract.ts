import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import {
  LiveText,
  publishedMore,
  publishingDecisions,
  publishingLifecycle,
  publishingLimits,
  publishingRefusals,
} from "#base/publishedTexts.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { recordOperations } from "#base/records/operations.ts";
import { refusals } from "#base/refusal.ts";
import { articleFields, type ArticleInput, glossaryFields, type GlossaryInput } from "#demos/knowledge-base/fields.ts";
import { publishingOperations } from "#demos/publishing/contract.ts";

const description = describeRecord({
  name: "articles",
  path: "/api/v1/articles",
  fields: articleFields,
  statuses: publishingLifecycle.statuses,
  more: publishedMore,
  rowOmits: ["body", "bodyI18n", "statusReason", "allowedTransitions", "createdBy", "updatedBy"],
  sorts: ["title", "updatedAt"],
  filters: ["category", "isFeatured"],
  exportColumns: [],
});
export interface Article extends RecordOf<typeof description> {}
export interface ArticleTypes extends TypesOf<typeof description, ArticleInput, Article> {}
export const articleRecord = recordOperations<ArticleTypes>(description);
export const articleDecisions = publishingDecisions("articles");

const { not_a_draft, id_taken, invalid_transition, transition_blocked } = publishingRefusals;
const reason = z.optional(schemas.text({ max: publishingLimits.reasonMax, multiline: true }));
const publishing = publishingOperations({
  resource: "articles",
  path: "/api/v1/articles",
  readerPath: "/api/knowledge-base/x/articles",
});

/** For editors and reviewers. */
export const articles = {
  list: articleRecord.list({ summary: "List articles, by page" }),
  countByStatus: articleRecord.countByStatus({ summary: "Count articles by status, under the other filters" }),
  get: articleRecord.get({ summary: "Get an article" }),
  activity: articleRecord.activity({ summary: "History of an article, newest first" }),
  create: articleRecord.create({
    summary: "Create a draft article (idempotent: the client supplies the ID)",
    refusals: [id_taken],
  }),
  update: articleRecord.update({ summary: "Update a draft article", refusals: [not_a_draft] }),
  changeStatus: articleRecord.changeStatus(
    { path: "status", permission: "update", more: { reason } },
    {
      summary: "Submit, publish, return, revise or archive an article; a second person publishes",
      refusals: [invalid_transition, transition_blocked],
    },
  ),
  editions: publishing.editions,
  feedback: publishing.feedback,
};

/** Removing archives, so that Undo can bring a term back. */
export const glossaryLifecycle = lifecycle()({ active: { remove: "archived" }, archived: { restore: "active" } });

const glossaryDescription = describeRecord({
  name: "glossaryTerms",
  // Users who may edit articles also edit the terms in them.
  resource: "articles",
  auditResource: "glossaryTerms",
  path: "/api/v1/glossary-terms",
  fields: glossaryFields,
  statuses: glossaryLifecycle.statuses,
  rowOmits: [],
  sorts: ["term"],
  filters: [],
  exportColumns: [],
});
export interface GlossaryTerm extends RecordOf<typeof glossaryDescription> {}
export interface GlossaryTypes extends TypesOf<typeof glossaryDescription, GlossaryInput, GlossaryTerm> {}
export const glossaryRecord = recordOperations<GlossaryTypes>(glossaryDescription);

export const glossaryRefusals = refusals({
  duplicate_term: { status: 409, message: "The glossary already has this term." },
  term_removed: { status: 409, message: "This term was removed from the glossary." },
});
const { duplicate_term, term_removed } = glossaryRefusals;

/** For editors. Readers get all terms with `knowledgeBase.glossary`. */
export const glossary = {
  create: glossaryRecord.create({
    summary: "Add a term to the glossary (idempotent: the client supplies the ID)",
    refusals: [duplicate_term, id_taken],
  }),
  update: glossaryRecord.update({
    summary: "Update a term of the glossary",
    refusals: [duplicate_term, term_removed],
  }),
  changeStatus: glossaryRecord.changeStatus(
    { path: "status", permission: "update" },
    { summary: "Remove a term from the glossary, or restore it", refusals: [duplicate_term] },
  ),
};

/** What readers see of a term, with the version that editors send back. */
const ReadTerm = z.object({ id: z.string(), ...glossaryFields.answers, version: z.int() });
export type ReadTerm = z.output<typeof ReadTerm>;

const Category = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  articlesCount: z.int(),
  featuredArticles: z.array(z.object({ id: z.string(), title: z.string(), content: z.string() })),
});
export type Category = z.output<typeof Category>;

/** For readers: the call of spec 001 §7, and what our screen needs besides. */
export const knowledgeBase = {
  list: operation({
    method: "GET",
    path: "/api/knowledge-base",
    permission: "session",
    summary: "List the categories with their featured articles",
    input: z.object({}),
    reads: [{ resource: "articles" }],
    output: z.array(Category),
  }),
  read: operation({
    method: "GET",
    path: "/api/knowledge-base/x/articles",
    permission: "session",
    summary: "All published articles in their languages, so that searches need no call and a phone can keep them",
    input: z.object({}),
    reads: [{ resource: "articles" }],
    output: z.object({ articles: z.array(LiveText) }),
  }),
  glossary: operation({
    method: "GET",
    path: "/api/knowledge-base/x/glossary",
    permission: "session",
    summary: "All terms of the glossary in both languages",
    input: z.object({}),
    reads: [{ resource: "glossaryTerms" }],
    output: z.object({ terms: z.array(ReadTerm) }),
  }),
  giveFeedback: publishing.giveFeedback,
};

export const knowledgeBaseMenu: MenuSection = {
  id: 90,
  title: "Apps",
  icon: "apps",
  link: "/apps/todo",
  entries: [
    { id: 913, title: "Knowledge base", link: "/pages/knowledge-base", needs: knowledgeBase.list },
    { id: 914, title: "Articles", link: "/apps/knowledge-base/articles", needs: articles.list },
  ],
};
