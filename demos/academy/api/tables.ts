import { bigint, date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { CourseStep } from "#demos/academy/contract.ts";
import type { CourseCategory } from "#demos/academy/rules.ts";

// The reasons for these columns are in database/migrations/0067_contacts_and_academy.sql.

export const coursesTable = pgTable("courses", {
  id: text().primaryKey(),
  place: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  title: text().notNull(),
  slug: text().notNull(),
  description: text().notNull(),
  titleAr: text("title_ar").notNull(),
  descriptionAr: text("description_ar").notNull(),
  category: text().$type<CourseCategory>().notNull(),
  length: integer("length_minutes").notNull(),
  steps: jsonb().$type<CourseStep[]>().notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export const courseProgressTable = pgTable(
  "course_progress",
  {
    userId: uuid("user_id").notNull(),
    courseId: text("course_id").notNull(),
    activeStep: integer("active_step").notNull(),
    answers: jsonb().$type<Record<string, number>>().notNull(),
    finishedAt: instantColumn("finished_at"),
    certificateNumber: text("certificate_number"),
    updatedAt: instantColumn("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.courseId] })],
);

export const courseAssignmentsTable = pgTable(
  "course_assignments",
  {
    courseId: text("course_id").notNull(),
    roleCode: text("role_code").notNull(),
    dueOn: date("due_on").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    createdBy: uuid("created_by"),
  },
  (table) => [primaryKey({ columns: [table.courseId, table.roleCode] })],
);
