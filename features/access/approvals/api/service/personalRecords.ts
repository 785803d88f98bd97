import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Ctx, PersonalRecords } from "#api/context.ts";
import {
  approvalCommentsTable as commentsTable,
  approvalRequestsTable as table,
} from "#features/access/approvals/api/tables.ts";

/** The resource of user records. */
const people = "users";

/** What a user requested, decided and commented, and requests about them. */
export const approvalRecords: PersonalRecords = {
  name: "approvals",
  read: async (ctx, { userId }) => {
    const { id, action, title, state, createdAt, closedAt, comment } = table;
    const requests = await ctx.db
      .select({ id, action, title, state, createdAt, closedAt, comment })
      .from(table)
      .where(or(eq(table.requestedBy, userId), eq(table.decidedBy, userId), isAbout(userId)))
      .orderBy(asc(createdAt));
    const comments = await ctx.db
      .select({ approvalId: commentsTable.approvalId, at: commentsTable.at, text: commentsTable.text })
      .from(commentsTable)
      .where(eq(commentsTable.byId, userId))
      .orderBy(asc(commentsTable.at));
    return requests.length + comments.length === 0 ? null : { requests, comments };
  },
  erase: async (ctx, { userId }) => {
    await closeThoseAbout(ctx, userId);
    await ctx.db.update(table).set({ requestedByName: nobody }).where(eq(table.requestedBy, userId));
    await ctx.db.update(table).set({ decidedByName: nobody }).where(eq(table.decidedBy, userId));
    await ctx.db.update(commentsTable).set({ byName: nobody }).where(eq(commentsTable.byId, userId));
    // Contains both names, so it is rebuilt from the remaining ones.
    await ctx.db
      .update(table)
      .set({ searchKey: sql`' ' || lower(${table.title}) || ' ' || lower(${table.requestedByName})` })
      .where(or(eq(table.requestedBy, userId), isAbout(userId)));
  },
};

const nobody = "—";

const isAbout = (userId: string): SQL | undefined => and(eq(table.resource, people), eq(table.resourceId, userId));

/** Requests about an erased user are closed, and emails that are still queued would contain their name. */
async function closeThoseAbout(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .update(table)
    .set({
      title: nobody,
      payload: {},
      changes: {},
      state: sql`case state when 'pending' then 'stale' else state end`,
      closedAt: sql`coalesce(closed_at, ${ctx.now}::timestamptz)`,
      version: sql`version + 1`,
      updatedAt: ctx.now,
    })
    .where(isAbout(userId));
}
