import { and, asc, eq, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { type TableFile, wholeTable } from "#api/tableFile.ts";
import { allCourses, requireCourse } from "#demos/academy/api/service/courses.ts";
import { courseAssignmentsTable as table, courseProgressTable } from "#demos/academy/api/tables.ts";
import type { ReportRow } from "#demos/academy/contract.ts";
import { withinSteps } from "#demos/academy/rules.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";
import { userRolesTable, usersTable } from "#features/access/users/api/tables.ts";

export async function listAssignments(ctx: Ctx, { id }: { readonly id: string }) {
  const roles = await ctx.db
    .select({ code: rolesTable.code, title: rolesTable.title, titleI18n: rolesTable.titleI18n })
    .from(rolesTable)
    .orderBy(asc(rolesTable.title));
  return {
    assignments: await assignmentsOf(ctx, id),
    roles: roles.map(({ code, title, titleI18n }) => ({ code, title, titleAr: titleI18n.ar ?? title })),
  };
}

const assignmentsOf = (ctx: Ctx, courseId: string) =>
  ctx.db
    .select({ roleCode: table.roleCode, dueOn: table.dueOn })
    .from(table)
    .where(eq(table.courseId, courseId))
    .orderBy(asc(table.dueOn), asc(table.roleCode));

type Assignment = { readonly courseId: string; readonly roleCode: string; readonly dueOn: string | null };

/** Null ends the assignment. Refuses with `not_found` for an unknown course or role. */
export const assignCourse = (ctx: Ctx, { courseId, roleCode, dueOn }: Assignment) =>
  inTransaction(ctx, async (inner) => {
    await requireCourse(inner, courseId);
    if ((await inner.db.$count(rolesTable, eq(rolesTable.code, roleCode))) === 0) throw commonRefusals.not_found();
    const isThis = and(eq(table.courseId, courseId), eq(table.roleCode, roleCode));
    const [before] = await inner.db.select({ dueOn: table.dueOn }).from(table).where(isThis).for("update");
    if (dueOn === null) await inner.db.delete(table).where(isThis);
    else
      await inner.db
        .insert(table)
        .values({ courseId, roleCode, dueOn, createdAt: ctx.now, createdBy: actorOf(ctx).userId })
        .onConflictDoUpdate({ target: [table.courseId, table.roleCode], set: { dueOn } });
    if ((before?.dueOn ?? null) !== dueOn) {
      const changes = { [roleCode]: { before: before?.dueOn ?? null, after: dueOn } };
      await recordAudit(inner, [{ action: "assign", resource: "courses", resourceId: courseId, changes }]);
    }
    return assignmentsOf(inner, courseId);
  });

type Pair = Readonly<Record<"user_id" | "name" | "course_id", string>> & {
  readonly active_step: number | null;
  readonly finished_at: string | Date | null;
  readonly due_on: string | null;
};

/** Who has started or has to finish which course, overdue ones first. */
export async function readReport(ctx: Ctx): Promise<ReportRow[]> {
  const today = ctx.now.slice(0, 10);
  const result = await ctx.db.execute(sql`
    with due as (
      select ${userRolesTable.userId} as user_id, ${table.courseId} as course_id, min(${table.dueOn}) as due_on
        from ${table}
        join ${rolesTable} on ${rolesTable.code} = ${table.roleCode}
        join ${userRolesTable} on ${userRolesTable.roleId} = ${rolesTable.id}
         and coalesce(${userRolesTable.validFrom} <= ${ctx.now}::timestamptz, true)
         and coalesce(${userRolesTable.validTo} > ${ctx.now}::timestamptz, true)
       group by 1, 2
    )
    select users.id as user_id, users.name, pairs.course_id, progress.active_step, progress.finished_at,
           due.due_on::text as due_on
      from (select user_id, course_id from due union select user_id, course_id from ${courseProgressTable}) pairs
      join ${usersTable} as users on users.id = pairs.user_id and users.status = 'active'
      left join ${courseProgressTable} as progress
        on progress.user_id = pairs.user_id and progress.course_id = pairs.course_id
      left join due on due.user_id = pairs.user_id and due.course_id = pairs.course_id
     order by users.sort_key, users.id, pairs.course_id`);
  const courses = new Map((await allCourses(ctx)).map((course) => [course.id, course]));
  const rows = (result as { rows: Pair[] }).rows.flatMap((pair): ReportRow[] => {
    const course = courses.get(pair.course_id);
    if (course === undefined) return [];
    const totalSteps = course.steps.length;
    const finishedAt = pair.finished_at === null ? null : new Date(pair.finished_at).toISOString();
    return [
      {
        name: pair.name,
        courseId: course.id,
        title: course.title,
        titleAr: course.titleAr,
        activeStep: withinSteps(pair.active_step ?? 0, totalSteps),
        totalSteps,
        finishedAt,
        dueOn: pair.due_on,
        isOverdue: finishedAt === null && pair.due_on !== null && pair.due_on < today,
      },
    ];
  });
  return rows.sort((one, other) => Number(other.isOverdue) - Number(one.isOverdue));
}

const reportColumns = [
  "name",
  "title",
  "titleAr",
  "activeStep",
  "totalSteps",
  "finishedAt",
  "dueOn",
  "isOverdue",
] as const;

export async function exportReport(ctx: Ctx): Promise<TableFile> {
  return wholeTable(`courses-${ctx.now.slice(0, 10)}`, reportColumns, async function* () {
    yield (await readReport(ctx)).map((row) => reportColumns.map((name) => row[name]));
  });
}
