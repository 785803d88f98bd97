import { asc, eq } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import { todoFoldersTable, todoLabelsTable, todoOwnersTable, todosTable } from "#demos/todo/api/tables.ts";

/** To-dos are their owner's alone, so nothing of them stays. */
export const todoRecords: PersonalRecords = {
  name: "todos",
  read: async (ctx, { userId }) => {
    const todos = await ctx.db
      .select()
      .from(todosTable)
      .where(eq(todosTable.ownerId, userId))
      .orderBy(asc(todosTable.place));
    return todos.length === 0 ? null : todos;
  },
  erase: async (ctx, { userId }) => {
    // What refers to something goes before it.
    for (const table of [todosTable, todoLabelsTable, todoFoldersTable, todoOwnersTable]) {
      await ctx.db.delete(table).where(eq(table.ownerId, userId));
    }
  },
};
