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
import { recordOperations } from "#base/records/operations.ts";
import { answerFields, type AnswerInput } from "#demos/faq/fields.ts";
import { publishingOperations } from "#demos/publishing/contract.ts";

const description = describeRecord({
  name: "faqAnswers",
  path: "/api/v1/faq-answers",
  fields: answerFields,
  statuses: publishingLifecycle.statuses,
  more: publishedMore,
  rowOmits: ["body", "bodyI18n", "statusReason", "allowedTransitions", "createdBy", "updatedBy"],
  sorts: ["title", "updatedAt"],
  filters: ["category", "isFeatured"],
  exportColumns: [],
});
export interface Answer extends RecordOf<typeof description> {}
export interface AnswerTypes extends TypesOf<typeof description, AnswerInput, Answer> {}
export const answerRecord = recordOperations<AnswerTypes>(description);
export const answerDecisions = publishingDecisions("faqAnswers");

const { not_a_draft, id_taken, invalid_transition, transition_blocked } = publishingRefusals;
const reason = z.optional(schemas.text({ max: publishingLimits.reasonMax, multiline: true }));
const publishing = publishingOperations({
  resource: "faqAnswers",
  path: "/api/v1/faq-answers",
  readerPath: "/api/faq/x/answers",
});

/** For editors and reviewers. */
export const faqAnswers = {
  list: answerRecord.list({ summary: "List answers, by page" }),
  countByStatus: answerRecord.countByStatus({ summary: "Count answers by status, under the other filters" }),
  get: answerRecord.get({ summary: "Get an answer" }),
  activity: answerRecord.activity({ summary: "History of an answer, newest first" }),
  create: answerRecord.create({
    summary: "Create a draft answer (idempotent: the client supplies the ID)",
    refusals: [id_taken],
  }),
  update: answerRecord.update({ summary: "Update a draft answer", refusals: [not_a_draft] }),
  changeStatus: answerRecord.changeStatus(
    { path: "status", permission: "update", more: { reason } },
    {
      summary: "Submit, publish, return, revise or archive an answer; a second person publishes",
      refusals: [invalid_transition, transition_blocked],
    },
  ),
  editions: publishing.editions,
  feedback: publishing.feedback,
};

/** A search that found nothing. */
export const EmptySearch = z.object({ query: z.string(), times: z.int(), searchedAt: schemas.instant() });
export type EmptySearch = z.output<typeof EmptySearch>;

/** For readers: the call of spec 001 §7, and what our screen needs besides. */
export const faq = {
  list: operation({
    method: "GET",
    path: "/api/faq",
    permission: "session",
    summary: "List the questions and answers",
    input: z.object({}),
    reads: [{ resource: "faqAnswers" }],
    output: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })),
  }),
  read: operation({
    method: "GET",
    path: "/api/faq/x/answers",
    permission: "session",
    summary: "All published answers in their languages, with their topics",
    input: z.object({}),
    reads: [{ resource: "faqAnswers" }],
    output: z.object({ answers: z.array(LiveText) }),
  }),
  giveFeedback: publishing.giveFeedback,
  reportEmptySearch: operation({
    method: "POST",
    path: "/api/faq/x/searches",
    permission: "session",
    summary: "Report a search that found nothing, without who searched",
    input: z.strictObject({ query: schemas.looseText({ min: 3, max: 100 }) }),
    output: z.void(),
    reply: "empty",
  }),
  emptySearches: operation({
    method: "GET",
    path: "/api/faq/x/searches",
    permission: "faqAnswers.update",
    summary: "List the searches that found nothing, the most frequent first",
    input: z.object({}),
    output: z.object({ searches: z.array(EmptySearch) }),
  }),
};

export const faqMenu: MenuSection = {
  id: 90,
  title: "Apps",
  icon: "apps",
  link: "/apps/todo",
  entries: [
    { id: 912, title: "FAQ", link: "/pages/faq", needs: faq.list },
    { id: 915, title: "FAQ Answers", link: "/apps/faq/answers", needs: faqAnswers.list },
  ],
};
