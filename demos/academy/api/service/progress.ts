import { and, eq, inArray, min, sql } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction, type PersonalRecords } from "#api/context.ts";
import type { RecordAnswer } from "#api/serve.ts";
import { hasSampleRows } from "#api/seed.ts";
import { allCourses, findCourse, mergeCourse, requireCourse } from "#demos/academy/api/service/courses.ts";
import { builtInCourses } from "#demos/academy/api/service/content.ts";
import { courseAssignmentsTable as assignments, courseProgressTable as table } from "#demos/academy/api/tables.ts";
import {
  type Course,
  type CourseCard,
  courseRefusals,
  type CourseText,
  type FullCourse,
  type PostedCourse,
  type Progress,
  type ReaderCourse,
} from "#demos/academy/contract.ts";
import { openQuestion, withinSteps } from "#demos/academy/rules.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

const none: Progress = { activeStep: 0, finishedAt: null, certificateNumber: null, answers: {} };

/** The signed-in user's progress by course. On the first read of a database with samples, some courses are under way. */
async function ownProgress(ctx: Ctx): Promise<ReadonlyMap<string, Progress>> {
  const rows = await selectOwn(ctx);
  if (rows.length > 0 || actorOf(ctx).isViewingAs || !(await hasSampleRows(ctx))) return byCourse(rows);
  await ctx.db
    .insert(table)
    .values(await sampleProgress(ctx))
    .onConflictDoNothing();
  return byCourse(await selectOwn(ctx));
}

const selectOwn = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(table)
    .where(eq(table.userId, actorOf(ctx).userId));
const byCourse = (rows: readonly (typeof table.$inferSelect)[]) => new Map(rows.map((row) => [row.courseId, row]));
const isOwn = (ctx: Ctx, courseId: string) => and(eq(table.userId, actorOf(ctx).userId), eq(table.courseId, courseId));

/** demo-apps B1: five courses untouched, seven under way, four finished. */
async function sampleProgress(ctx: Ctx) {
  const { userId } = actorOf(ctx);
  const courses = await builtInCourses();
  return courses.slice(0, 11).map(({ id, steps }, place) => {
    const isFinished = place % 3 === 2 || place === 10;
    const activeStep = isFinished ? steps.length : 1 + ((place * 4) % (steps.length - 1));
    const answers = Object.fromEntries(steps.flatMap((step) => (step.quiz ? [[step.id, step.quiz.answer]] : [])));
    const at = addMs(ctx.now, -(place + 2) * dayMs);
    const finished = { finishedAt: at, certificateNumber: certificateNumber() };
    return {
      userId,
      courseId: id,
      activeStep,
      answers,
      updatedAt: at,
      ...(isFinished ? finished : { finishedAt: null, certificateNumber: null }),
    };
  });
}

/** The earliest day by which one of the user's roles has to finish each course. */
async function dueDays(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const { roles } = actorOf(ctx);
  if (roles.length === 0) return new Map();
  const rows = await ctx.db
    .select({ courseId: assignments.courseId, dueOn: min(assignments.dueOn) })
    .from(assignments)
    .where(inArray(assignments.roleCode, [...roles]))
    .groupBy(assignments.courseId);
  return new Map(rows.map(({ courseId, dueOn }) => [courseId, dueOn!]));
}

const wireOf = (course: CourseText, progress: Progress = none): Course => {
  const { id, title, slug, description, category, length, updated, steps } = course;
  const totalSteps = steps.length;
  const activeStep = withinSteps(progress.activeStep, totalSteps);
  return { id, title, slug, description, category, length, totalSteps, activeStep, updated };
};

const cardOf = (course: CourseText, progress: Progress = none, dueOn: string | null = null): CourseCard => ({
  ...wireOf(course, progress),
  titleAr: course.titleAr,
  descriptionAr: course.descriptionAr,
  finishedAt: progress.finishedAt,
  certificateNumber: progress.certificateNumber,
  dueOn,
});

export async function listCourses(ctx: Ctx): Promise<Course[]> {
  const progress = await ownProgress(ctx);
  return (await allCourses(ctx)).map((course) => wireOf(course, progress.get(course.id)));
}

export async function listCards(ctx: Ctx): Promise<CourseCard[]> {
  const progress = await ownProgress(ctx);
  const due = await dueDays(ctx);
  return (await allCourses(ctx)).map((course) => cardOf(course, progress.get(course.id), due.get(course.id) ?? null));
}

/** An unknown course is an empty answer (demo-apps D-2). */
export async function readCourse(ctx: Ctx, id = ""): Promise<RecordAnswer<FullCourse | undefined>> {
  const course = await findCourse(ctx, id);
  if (course === undefined) return { body: undefined, version: null };
  const steps = course.steps.map((step) => ({ id: step.id, title: step.title, content: step.content }));
  const progress = (await ownProgress(ctx)).get(id);
  return { body: { ...wireOf(course, progress), steps }, version: course.version };
}

/** Refuses with `not_found`. Right answers stay on the server. */
export async function readForReader(ctx: Ctx, { id }: { readonly id: string }): Promise<ReaderCourse> {
  const course = await requireCourse(ctx, id);
  const progress = (await ownProgress(ctx)).get(id) ?? none;
  const steps = course.steps.map(({ quiz, ...step }) => {
    if (quiz === null) return { ...step, quiz };
    const { answer: _, ...shown } = quiz;
    return { ...step, quiz: shown };
  });
  return { ...cardOf(course, progress, (await dueDays(ctx)).get(id)), steps, answers: progress.answers };
}

/** Refuses with `not_found`, and with `question_open` if a step done has a question that is not answered right. */
export async function setProgress(
  ctx: Ctx,
  { courseId, activeStep }: { readonly courseId: string; readonly activeStep: number },
): Promise<Progress> {
  const { steps } = await requireCourse(ctx, courseId);
  return inTransaction(ctx, async (inner) => {
    const before = await lockProgress(inner, courseId);
    const wanted = withinSteps(activeStep, steps.length);
    const open = openQuestion(steps, before.answers, wanted);
    // Going back is always possible.
    if (open !== null && wanted > before.activeStep) throw courseRefusals.question_open({ step: open });
    return storeProgress(inner, courseId, { before, activeStep: wanted, isFinished: wanted === steps.length });
  });
}

/** The progress of a course, locked; it begins with this call. */
async function lockProgress(ctx: Ctx, courseId: string): Promise<Progress> {
  const { userId } = actorOf(ctx);
  const row = { userId, courseId, activeStep: 0, answers: {}, updatedAt: ctx.now };
  await ctx.db.insert(table).values(row).onConflictDoNothing();
  const [found] = await ctx.db.select().from(table).where(isOwn(ctx, courseId)).for("update");
  return found!;
}

type NewProgress = { readonly before: Progress; readonly activeStep: number; readonly isFinished: boolean };

async function storeProgress(ctx: Ctx, courseId: string, { before, activeStep, isFinished }: NewProgress) {
  // A finished course keeps its date and its number, whatever is read again.
  const finished = isFinished
    ? { finishedAt: before.finishedAt ?? ctx.now, certificateNumber: before.certificateNumber ?? certificateNumber() }
    : { finishedAt: null, certificateNumber: null };
  const set = { activeStep, ...finished, updatedAt: ctx.now };
  const [row] = await ctx.db.update(table).set(set).where(isOwn(ctx, courseId)).returning();
  return row!;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Says nothing about whose it is, and is too long to be guessed. */
function certificateNumber(): string {
  const [...bytes] = crypto.getRandomValues(new Uint8Array(8));
  const text = bytes.map((byte) => alphabet[byte % alphabet.length]).join("");
  return `AC-${text.slice(0, 4)}-${text.slice(4)}`;
}

type Answer = { readonly courseId: string; readonly stepId: string; readonly choice: number };

/** Stores the latest answer. Refuses with `not_found` for a step without a question. */
export async function answerQuestion(ctx: Ctx, { courseId, stepId, choice }: Answer): Promise<{ isRight: boolean }> {
  const { steps } = await requireCourse(ctx, courseId);
  const quiz = steps.find(({ id }) => id === stepId)?.quiz;
  if (!quiz || choice >= quiz.options.length) throw commonRefusals.not_found();
  await inTransaction(ctx, async (inner) => {
    const { answers } = await lockProgress(inner, courseId);
    await inner.db
      .update(table)
      .set({ answers: { ...answers, [stepId]: choice }, updatedAt: ctx.now })
      .where(isOwn(inner, courseId));
  });
  return { isRight: choice === quiz.answer };
}

/**
 * With `activeStep` alone the user's own progress; any other field changes the course and takes the right to edit courses
 * (demo-apps D-3). An unknown course is answered as it was sent, and not stored.
 */
export async function updateFromWire(ctx: Ctx, posted: PostedCourse): Promise<RecordAnswer<PostedCourse>> {
  const { id, activeStep, ...text } = posted;
  const isEdit = Object.values(text).some((value) => value !== undefined);
  const permission = "courses.update";
  if (isEdit && !actorOf(ctx).permissions.has(permission)) throw commonRefusals.permission_denied({ permission });
  const course = isEdit ? await mergeCourse(ctx, posted) : await findCourse(ctx, id);
  if (course === undefined) return { body: posted, version: null };
  if (activeStep !== undefined) {
    const wanted = withinSteps(activeStep, course.steps.length);
    await inTransaction(ctx, async (inner) => {
      const before = await lockProgress(inner, id);
      // A certificate needs the answers, which this call has no field for.
      const isFinished = wanted === course.steps.length && openQuestion(course.steps, before.answers, wanted) === null;
      await storeProgress(inner, id, { before, activeStep: wanted, isFinished });
    });
  }
  return { body: posted, version: course.version };
}

/** Refuses with `not_found`, also for the number of a user who is gone. */
export async function readCertificate(ctx: Ctx, { number }: { readonly number: string }) {
  const [found] = await ctx.db
    .select({ name: usersTable.name, courseId: table.courseId, finishedAt: table.finishedAt })
    .from(table)
    .innerJoin(usersTable, eq(usersTable.id, table.userId))
    .where(eq(table.certificateNumber, number));
  const course = found && (await findCourse(ctx, found.courseId));
  if (!found || !course || found.finishedAt === null) throw commonRefusals.not_found();
  return { number, name: found.name, title: course.title, titleAr: course.titleAr, finishedAt: found.finishedAt };
}

/** A certificate proves nothing once nobody knows whose it was. */
export const progressRecords: PersonalRecords = {
  name: "courses",
  read: async (ctx, { userId }) => {
    const rows = await ctx.db.select().from(table).where(eq(table.userId, userId)).orderBy(sql`course_id`);
    return rows.length === 0 ? null : rows;
  },
  erase: async (ctx, { userId }) => {
    await ctx.db.delete(table).where(eq(table.userId, userId));
  },
};
