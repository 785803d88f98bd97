import type { PgColumn } from "drizzle-orm/pg-core";
import { and, desc, eq, lte, ne, type SQL, sql } from "drizzle-orm";
import { addDays } from "#base/days.ts";
import {
  type Edition,
  type LiveText,
  publishingPermissions,
  publishingRefusals,
  type PublishingStatus,
  type PublishingTransition,
  type Verdict,
} from "#base/publishedTexts.ts";
import type { PossibleTransition } from "#base/records/lifecycle.ts";
import { commonRefusals, type Refusal } from "#base/refusal.ts";
import { dayMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction, type PersonalRecords } from "#api/context.ts";
import { isHolder } from "#api/decisions.ts";
import type { JobHandler } from "#api/jobs.ts";
import { isAnyOf } from "#api/list.ts";
import { editionsTable, feedbackTable, type PublishedRow, type PublishedTable } from "#demos/publishing/api/tables.ts";
import { assignTodos, completeAssignedTodos } from "#demos/todo/api/service/assignedTodos.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** What a transition sets besides the status. */
export type PublishedChange = {
  readonly [Name in "edition" | "isLive" | "publishedAt" | "publishedBy" | "reviewOn"]?: PublishedRow[Name] | SQL;
};

export type PublishingOptions = {
  /** As in its permissions, and in the tables of editions and feedback. */
  readonly resource: string;
  readonly table: PublishedTable;
  /** The owner of the table writes it. */
  readonly update: (ctx: Ctx, values: PublishedChange, where: SQL) => Promise<unknown>;
  /** Where readers find a text. */
  readonly linkTo: (id: string) => string;
};

/** A text is checked again after half a year, unless its editor says otherwise. */
const reviewDays = 180;
/** Texts without an author, such as samples, are looked after by the first who may edit them. */
const editorsMax = 3;

/** What the texts of one resource have in common: editions, feedback and the tasks that follow from them. */
export function publishing(options: PublishingOptions) {
  const { resource, table } = options;
  return {
    editions: (ctx: Ctx, { id }: { id: string }) => readEditions(ctx, resource, id),
    feedback: (ctx: Ctx, { id }: { id: string }) => readFeedback(ctx, resource, id),
    giveFeedback: giveFeedback(options),
    readLive: (ctx: Ctx) => readLive(ctx, options),
    /** Runs in the transaction of a transition, before the status is written. Refuses nothing. */
    guard: async (ctx: Ctx, records: readonly PublishedRow[], to: string): Promise<ReadonlyMap<string, Refusal>> => {
      await keepEditions(ctx, resource, records);
      const isMeant = isAnyOf(
        table.id,
        records.map(({ id }) => id),
      );
      if (to === "archived") await options.update(ctx, { isLive: false }, isMeant);
      if (to === "published") {
        const today = ctx.now.slice(0, 10);
        const next = addDays(today, reviewDays);
        const change = {
          edition: sql`${table.edition} + 1`,
          isLive: true,
          publishedAt: ctx.now,
          publishedBy: ctx.actor?.userId ?? null,
          reviewOn: sql`case when ${table.reviewOn} > ${today} then ${table.reviewOn} else ${next}::date end`,
        };
        await options.update(ctx, change, isMeant);
      }
      if (to === "published" || to === "archived")
        await completeAssignedTodos(
          ctx,
          records.flatMap(({ id }) => [`stuck-${id}-`, `review-${id}-`]),
        );
      return new Map<string, Refusal>();
    },
    reviewJob: {
      kind: `${resource}.review`,
      lane: "recurring",
      everyMs: dayMs,
      run: remindOfReviews(options),
    } satisfies JobHandler,
  };
}

type VisibleTexts = { readonly requireVisible: (ctx: Ctx, id: string) => Promise<unknown> };

/** What editors read of a text besides itself. Refuses with `not_found`. */
export const editorReads = (
  { requireVisible }: VisibleTexts,
  { editions, feedback }: Pick<ReturnType<typeof publishing>, "editions" | "feedback">,
) => ({
  editions: async (ctx: Ctx, { id }: { id: string }) => {
    await requireVisible(ctx, id);
    return editions(ctx, { id });
  },
  feedback: async (ctx: Ctx, { id }: { id: string }) => {
    await requireVisible(ctx, id);
    return feedback(ctx, { id });
  },
});

/** The transitions of a text and who may make them, for `recordTransitions`. */
export const publishingTransitions = (resource: string) => ({
  label: ({ title }: { readonly title: string }) => title,
  permissions: publishingPermissions(resource),
  invalid: publishingRefusals.invalid_transition,
  blocked: publishingRefusals.transition_blocked,
});

export function requireDraft({ status }: { readonly status: string }): void {
  if (status !== "draft") throw publishingRefusals.not_a_draft({ status });
}

/** The texts that readers see: of a text that is being revised, its last edition. In the order of their categories. */
async function readLive(ctx: Ctx, { resource, table }: PublishingOptions): Promise<LiveText[]> {
  const isOld = and(
    ne(table.status, "published"),
    eq(editionsTable.resource, resource),
    eq(editionsTable.recordId, table.id),
    eq(editionsTable.edition, table.edition),
  );
  const isMine = and(
    eq(feedbackTable.resource, resource),
    eq(feedbackTable.recordId, table.id),
    eq(feedbackTable.userId, actorOf(ctx).userId),
    eq(feedbackTable.edition, table.edition),
  );
  return ctx.db
    .select({
      id: table.id,
      category: table.category,
      place: table.place,
      isFeatured: table.isFeatured,
      title: sql<string>`coalesce(${editionsTable.title}, ${table.title})`,
      titleI18n: sql<Record<string, string>>`coalesce(${editionsTable.titleI18n}, ${table.titleI18n})`,
      body: sql<string>`coalesce(${editionsTable.body}, ${table.body})`,
      bodyI18n: sql<Record<string, string>>`coalesce(${editionsTable.bodyI18n}, ${table.bodyI18n})`,
      edition: table.edition,
      publishedAt: table.publishedAt,
      publishedBy: nameOf(table.publishedBy),
      verdict: feedbackTable.verdict,
      helpedCount: sql<number>`(
        select count(*)::int from ${feedbackTable} as given
         where given.resource = ${resource} and given.record_id = ${table.id} and given.verdict = 'helped')`,
    })
    .from(table)
    .leftJoin(editionsTable, isOld)
    .leftJoin(feedbackTable, isMine)
    .where(eq(table.isLive, true))
    .orderBy(table.category, table.place, table.id);
}

/** Null for samples, and once the account is erased. */
const nameOf = (userId: PgColumn): SQL<string | null> =>
  sql<
    string | null
  >`(select ${usersTable.name} from ${usersTable} where ${usersTable.id} = ${userId} and ${usersTable.status} <> 'erased')`;

/** Keeps the text of the edition that these records are about to leave. */
async function keepEditions(ctx: Ctx, resource: string, records: readonly PublishedRow[]): Promise<void> {
  const left = records.filter(({ status }) => status === "published");
  if (left.length === 0) return;
  const rows = left.map(({ id: recordId, edition, title, titleI18n, body, bodyI18n, publishedAt, publishedBy }) => ({
    resource,
    recordId,
    edition,
    title,
    titleI18n,
    body,
    bodyI18n,
    publishedAt,
    publishedBy,
  }));
  await ctx.db.insert(editionsTable).values(rows).onConflictDoNothing();
}

async function readEditions(ctx: Ctx, resource: string, recordId: string): Promise<{ editions: Edition[] }> {
  const { edition, title, titleI18n, body, bodyI18n, publishedAt } = editionsTable;
  const editions = await ctx.db
    .select({ edition, title, titleI18n, body, bodyI18n, publishedAt, publishedBy: nameOf(editionsTable.publishedBy) })
    .from(editionsTable)
    .where(and(eq(editionsTable.resource, resource), eq(editionsTable.recordId, recordId)))
    .orderBy(desc(edition));
  return { editions };
}

async function readFeedback(ctx: Ctx, resource: string, recordId: string) {
  const { verdict, comment, edition, givenAt } = feedbackTable;
  const feedback = await ctx.db
    .select({ verdict, comment, edition, by: sql<string>`coalesce(${nameOf(feedbackTable.userId)}, '')`, at: givenAt })
    .from(feedbackTable)
    .where(and(eq(feedbackTable.resource, resource), eq(feedbackTable.recordId, recordId)))
    .orderBy(desc(givenAt));
  const helpedCount = feedback.filter((each) => each.verdict === "helped").length;
  return { feedback, helpedCount, stuckCount: feedback.length - helpedCount };
}

type GivenFeedback = { id: string; verdict: Verdict | null; comment?: string | undefined };

/** Stores what a reader says, one row for each reader. Someone who is still stuck gives the editor a task. */
const giveFeedback =
  (options: PublishingOptions) =>
  (ctx: Ctx, { id, verdict, comment = "" }: GivenFeedback): Promise<void> =>
    inTransaction(ctx, async (inner) => {
      const { resource, table } = options;
      const [text] = await inner.db
        .select()
        .from(table)
        .where(and(eq(table.id, id), eq(table.isLive, true)))
        .for("key share");
      if (text === undefined) throw commonRefusals.not_found();
      const key = { resource, recordId: id, userId: actorOf(ctx).userId };
      const isSame = and(
        ...Object.entries(key).map(([name, value]) => eq(feedbackTable[name as keyof typeof key], value)),
      );
      if (verdict === null) return void (await inner.db.delete(feedbackTable).where(isSame));
      const said = { verdict, comment, edition: text.edition, givenAt: ctx.now };
      await inner.db
        .insert(feedbackTable)
        .values({ ...key, ...said })
        .onConflictDoUpdate({
          target: [feedbackTable.resource, feedbackTable.recordId, feedbackTable.userId],
          set: said,
        });
      if (verdict !== "stuck") return;
      await assignToEditors(inner, options, text, { kind: "stuck", comment });
    });

type Task = { readonly kind: "stuck" | "review"; readonly comment: string };

/** Adds a to-do for the author of a text, or for those who look after texts without one, in their language. */
async function assignToEditors(ctx: Ctx, { resource, linkTo }: PublishingOptions, text: PublishedRow, task: Task) {
  const author = text.createdBy ?? text.updatedBy;
  const isEditor = author === null ? isHolder(ctx, `${resource}.update`) : eq(usersTable.id, author);
  const editors = await ctx.db
    .select({ id: usersTable.id, language: usersTable.language })
    .from(usersTable)
    .where(and(eq(usersTable.status, "active"), isEditor))
    .orderBy(usersTable.createdAt, usersTable.id)
    .limit(editorsMax);
  const isReview = task.kind === "review";
  await assignTodos(
    ctx,
    editors.map(({ id: ownerId, language }) => ({
      ownerId,
      id: `${task.kind}-${text.id}-${isReview ? text.reviewOn : text.edition}`,
      title: taskTitles[task.kind](language, text.titleI18n[language] ?? text.title),
      notes: [task.comment, linkTo(text.id)].filter(Boolean).join("\n\n"),
      dueOn: isReview ? text.reviewOn : null,
    })),
  );
}

const taskTitles = {
  stuck: (language: string, title: string) =>
    language === "ar" ? `ما زال قارئ بحاجة إلى مساعدة: ${title}` : `A reader is still stuck: ${title}`,
  review: (language: string, title: string) =>
    language === "ar" ? `راجع النص: ${title}` : `Review the text: ${title}`,
};

/** Gives the editors of texts whose review is due a to-do, once for each review date. */
const remindOfReviews =
  (options: PublishingOptions) =>
  async (ctx: Ctx): Promise<void> => {
    const { table } = options;
    const isDue = and(eq(table.isLive, true), lte(table.reviewOn, ctx.now.slice(0, 10)));
    for (const text of await ctx.db.select().from(table).where(isDue))
      await inTransaction(ctx, (inner) => assignToEditors(inner, options, text, { kind: "review", comment: "" }));
  };

/** Feedback names who gave it to editors, so it is part of what a user may ask for. */
export const feedbackRecords: PersonalRecords = {
  name: "feedback",
  read: async (ctx, { userId }) => {
    const { resource, recordId, verdict, comment, givenAt } = feedbackTable;
    const rows = await ctx.db
      .select({ resource, recordId, verdict, comment, givenAt })
      .from(feedbackTable)
      .where(eq(feedbackTable.userId, userId));
    return rows.length === 0 ? null : rows;
  },
  erase: async (ctx, { userId }) => {
    await ctx.db.delete(feedbackTable).where(eq(feedbackTable.userId, userId));
  },
};

/** The transitions of a text, with what blocks them for the caller. */
export async function allowedTransitionsOf<Stored>(
  ctx: Ctx,
  transitions: {
    readonly of: (ctx: Ctx, record: Stored) => Promise<readonly PossibleTransition<PublishingStatus, string>[]>;
  },
  record: Stored,
): Promise<PublishingTransition[]> {
  return (await transitions.of(ctx, record)).map(({ to, needsReason = false, blockers }) => ({
    to,
    isAllowed: blockers.length === 0,
    needsReason,
    blockers: blockers as PublishingTransition["blockers"],
  }));
}
