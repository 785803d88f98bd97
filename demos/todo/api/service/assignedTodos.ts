import { eq, isNull, and, like, or, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { titleMax, todosMax } from "#demos/todo/contract.ts";
import { lockOwner } from "#demos/todo/api/service/lists.ts";
import { todosTable } from "#demos/todo/api/tables.ts";

/** A to-do that the platform writes for a user, such as a text to review. */
export type AssignedTodo = {
  readonly ownerId: string;
  /** Says why it exists, so that the same cause adds it once. */
  readonly id: string;
  readonly title: string;
  readonly notes: string;
  readonly dueOn: string | null;
};

/** Adds to-dos at the top of their owners' lists; one that is there already stays as it is. */
export async function assignTodos(ctx: Ctx, todos: readonly AssignedTodo[]): Promise<void> {
  for (const { ownerId, id, title, notes, dueOn } of todos) {
    await lockOwner(ctx, ownerId);
    if ((await ctx.db.$count(todosTable, eq(todosTable.ownerId, ownerId))) >= todosMax) continue;
    const flags = { isStarred: false, isImportant: false, labels: [], subtasks: [] };
    await ctx.db
      .insert(todosTable)
      .values({
        ...flags,
        ownerId,
        id,
        title: title.slice(0, titleMax),
        notes,
        dueOn,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .onConflictDoNothing();
  }
}

/** Completes the open to-dos of all users whose ids begin like one of these. */
export async function completeAssignedTodos(ctx: Ctx, idPrefixes: readonly string[]): Promise<void> {
  if (idPrefixes.length === 0) return;
  await ctx.db
    .update(todosTable)
    .set({
      completedAt: ctx.now,
      remindAt: null,
      rangAt: null,
      updatedAt: ctx.now,
      version: sql`${todosTable.version} + 1`,
    })
    .where(and(isNull(todosTable.completedAt), or(...idPrefixes.map((prefix) => like(todosTable.id, `${prefix}%`)))));
}
