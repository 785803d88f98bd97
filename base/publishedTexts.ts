import * as z from "zod/mini";
import { decisionBlockers } from "#base/decisions.ts";
import * as schemas from "#base/fields.ts";
import { field, fields } from "#base/records/fields.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { refusals } from "#base/refusal.ts";

// Texts that an editor writes, a second person publishes and every user reads: articles of the knowledge base, answers
// of the FAQ. While a published text is revised, readers see its last edition (docs/decisions/0095).

export const publishingLifecycle = lifecycle()({
  draft: { submit: "in_review", archive: "archived" },
  in_review: {
    publish: { to: "published", decision: "approve" },
    return: { to: "draft", needsReason: true, decision: "reject" },
  },
  published: { revise: "draft", archive: "archived" },
  archived: { reopen: "draft" },
});
export const publishingStatuses = publishingLifecycle.statuses;
export const PublishingStatus = z.enum(publishingStatuses);
export type PublishingStatus = z.output<typeof PublishingStatus>;
export type PublishingAction = NonNullable<ReturnType<typeof publishingLifecycle.find>>["action"];

export const PublishingTransition = z.object({
  to: PublishingStatus,
  isAllowed: z.boolean(),
  needsReason: z.boolean(),
  /** Empty if it is allowed. */
  blockers: z.array(z.enum(decisionBlockers)),
});
export type PublishingTransition = z.output<typeof PublishingTransition>;

export const publishingLimits = { titleMax: 200, bodyMax: 30_000, reasonMax: 500, commentMax: 1000 };

/** The fields of a published text. English is the main language; Arabic is one of its translations. */
export const publishedFields = <const Category extends string>(categories: readonly [Category, ...Category[]]) =>
  fields({
    title: field.text({ required: true, min: 3, max: publishingLimits.titleMax }),
    titleI18n: field.translations("title", { max: publishingLimits.titleMax }),
    category: field.choice(categories, { initial: categories[0] }),
    /** Within its category. */
    place: field.integer({ initial: 0, max: 10_000 }),
    isFeatured: field.flag({ initial: false }),
    body: field.richText({ required: true, max: publishingLimits.bodyMax }),
    bodyI18n: field.translations("body", { max: publishingLimits.bodyMax, isLong: true }),
    /** The day on which its editor gets a to-do to check it again. */
    reviewOn: field.date(),
  });

/** What the API returns of it besides its fields. */
export const publishedMore = {
  statusReason: z.nullable(z.string()),
  allowedTransitions: z.array(PublishingTransition),
  /** The number of the edition that readers see, or saw last; 0 before the first. */
  edition: z.int(),
  /** Whether readers see it. */
  isLive: z.boolean(),
  publishedAt: z.nullable(schemas.instant()),
};

export const publishingRefusals = refusals({
  invalid_transition: { status: 409, message: "This text can’t change from {from} to {to}." },
  transition_blocked: { status: 409, message: "Another person must publish this text." },
  not_a_draft: { status: 409, message: "Only drafts can be edited. Start a revision first." },
  id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
});

export const verdicts = ["helped", "stuck"] as const;
export type Verdict = (typeof verdicts)[number];

/** A text as readers get it, in its languages. */
export const LiveText = z.object({
  id: z.string(),
  category: z.string(),
  place: z.int(),
  isFeatured: z.boolean(),
  title: z.string(),
  titleI18n: z.record(z.string(), z.string()),
  body: z.string(),
  bodyI18n: z.record(z.string(), z.string()),
  edition: z.int(),
  publishedAt: z.nullable(schemas.instant()),
  /** Who published it; null for samples, and once the account is erased. */
  publishedBy: z.nullable(z.string()),
  /** What the reader said of this edition. */
  verdict: z.nullable(z.enum(verdicts)),
  /** How many readers it has helped. */
  helpedCount: z.int(),
});
export type LiveText = z.output<typeof LiveText>;

/** An edition that another has replaced, or that readers see while it is revised. */
export const Edition = z.object({
  edition: z.int(),
  title: z.string(),
  titleI18n: z.record(z.string(), z.string()),
  body: z.string(),
  bodyI18n: z.record(z.string(), z.string()),
  publishedAt: z.nullable(schemas.instant()),
  publishedBy: z.nullable(z.string()),
});
export type Edition = z.output<typeof Edition>;

export const Feedback = z.object({
  verdict: z.enum(verdicts),
  comment: z.string(),
  edition: z.int(),
  /** Who gave it. */
  by: z.string(),
  at: schemas.instant(),
});
export type Feedback = z.output<typeof Feedback>;

/** Who may publish a text. Its submitter only if nobody else could. */
export const publishingPermissions = <const Resource extends string>(resource: Resource) =>
  ({ approve: `${resource}.publish`, lift: `${resource}.publish` }) as const;

export const publishingDecisions = (resource: string) => ({
  resource,
  fields: {},
  transitions: { publish: `${resource}.publish`, return: `${resource}.publish` } as const,
});
