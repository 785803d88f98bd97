import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { instantColumn } from "#api/columns.ts";
import type { Subtask } from "#demos/todo/contract.ts";
import type { Repeat } from "#demos/todo/contract/repeat.ts";

// The reasons for these columns are in database/migrations/0006_todo.sql and 0036_todo_more.sql.

export const todoOwnersTable = pgTable("todo_owners", {
  ownerId: uuid("owner_id").primaryKey(),
  createdAt: instantColumn("created_at").notNull(),
});

const nextNumber = sql`nextval('todo_list_numbers')`;

export const todoFoldersTable = pgTable(
  "todo_folders",
  {
    ownerId: uuid("owner_id").notNull(),
    id: integer().notNull().default(nextNumber),
    handle: text().notNull(),
    title: text().notNull(),
    titleKey: text("title_key").notNull(),
    icon: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.id] })],
);

export const todoLabelsTable = pgTable(
  "todo_labels",
  {
    ownerId: uuid("owner_id").notNull(),
    id: integer().notNull().default(nextNumber),
    handle: text().notNull(),
    title: text().notNull(),
    titleKey: text("title_key").notNull(),
    color: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.id] })],
);

export const todosTable = pgTable(
  "todos",
  {
    ownerId: uuid("owner_id").notNull(),
    id: text().notNull(),
    place: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    notes: text().notNull(),
    startOn: date("start_on"),
    startAt: instantColumn("start_at"),
    dueOn: date("due_on"),
    dueAt: instantColumn("due_at"),
    isStarred: boolean("is_starred").notNull(),
    isImportant: boolean("is_important").notNull(),
    completedAt: instantColumn("completed_at"),
    deletedAt: instantColumn("deleted_at"),
    labels: integer().array().notNull(),
    folderId: integer("folder_id"),
    remindAt: instantColumn("remind_at"),
    rangAt: instantColumn("rang_at"),
    repeat: jsonb().$type<Repeat>(),
    nextId: text("next_id"),
    subtasks: jsonb().$type<Subtask[]>().notNull(),
    version: integer().notNull().default(1),
    createdAt: instantColumn("created_at").notNull(),
    updatedAt: instantColumn("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.id] })],
);
export type TodoRow = typeof todosTable.$inferSelect;
