import { asc, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { sanitizeRichText } from "#api/richText.ts";
import { builtInCourses } from "#demos/academy/api/service/content.ts";
import { coursesTable as table } from "#demos/academy/api/tables.ts";
import {
  type academyExtras,
  courseRefusals,
  type CourseStep,
  type CourseText,
  type PostedCourse,
} from "#demos/academy/contract.ts";
import { slugOf } from "#demos/academy/rules.ts";

type Text = Omit<CourseText, "id" | "slug" | "version" | "updated">;
type Row = typeof table.$inferSelect;

/** All courses: those of the product in their order, each with its changes, then those that were added. */
export async function allCourses(ctx: Ctx): Promise<CourseText[]> {
  const rows = await ctx.db.select().from(table).orderBy(asc(table.place));
  const stored = new Map(rows.map((row) => [row.id, textOf(row)]));
  const known = await builtInCourses();
  const isBuiltIn = new Set(known.map(({ id }) => id));
  return [
    ...known.map((course) => stored.get(course.id) ?? course),
    ...rows.filter(({ id }) => !isBuiltIn.has(id)).map(textOf),
  ];
}

export async function findCourse(ctx: Ctx, id: string): Promise<CourseText | undefined> {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id));
  return row ? textOf(row) : (await builtInCourses()).find((course) => course.id === id);
}

/** Refuses with `not_found`. */
export async function requireCourse(ctx: Ctx, id: string): Promise<CourseText> {
  const course = await findCourse(ctx, id);
  if (course === undefined) throw commonRefusals.not_found();
  return course;
}

const textOf = ({ place: _p, createdAt: _c, createdBy: _b, updatedBy: _u, updatedAt, ...course }: Row): CourseText => ({
  ...course,
  updated: updatedAt,
});

/** Refuses with `course_id_taken`; the same course again is answered as stored. */
export async function createCourse(ctx: Ctx, { id, ...text }: Text & { readonly id: string }): Promise<CourseText> {
  return inTransaction(ctx, async (inner) => {
    const isKnown = (await findCourse(inner, id)) !== undefined;
    const row = { id, slug: slugOf(text.title), ...cleaned(text), ...stamps(inner) };
    const created = isKnown ? [] : await inner.db.insert(table).values(row).onConflictDoNothing().returning();
    if (created[0]) {
      await audit(inner, id, "create", {}, text);
      return textOf(created[0]);
    }
    const stored = await requireCourse(inner, id);
    const isSame = Object.keys(changesBetween(stored, cleaned(text))).length === 0;
    if (!isSame) throw courseRefusals.course_id_taken();
    return stored;
  });
}

/** Refuses with `not_found`, or with `version_conflict` if another user changed the course meanwhile. */
export const updateCourse = (
  ctx: Ctx,
  { id, version, ...patch }: Input<typeof academyExtras.updateText>,
): Promise<CourseText> =>
  inTransaction(ctx, async (inner) => {
    const before = await lockCourse(inner, id);
    if (before === undefined) throw commonRefusals.not_found();
    if (before.version !== version) throw commonRefusals.version_conflict({ current: before });
    return writeCourse(inner, before, omitUndefined(patch));
  });

/** The course with this id, stored from now on, and locked. */
async function lockCourse(ctx: Ctx, id: string): Promise<CourseText | undefined> {
  const built = (await builtInCourses()).find((course) => course.id === id);
  if (built) {
    const { updated: updatedAt, version, ...course } = built;
    const row = { ...course, version, createdAt: updatedAt, updatedAt };
    await ctx.db.insert(table).values(row).onConflictDoNothing();
  }
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id)).for("update");
  return row && textOf(row);
}

async function writeCourse(ctx: Ctx, before: CourseText, patch: Partial<Text> & { readonly slug?: string }) {
  const changed = cleaned(patch);
  const changes = changesBetween(before, changed);
  if (Object.keys(changes).length === 0) return before;
  const { updatedAt, updatedBy } = stamps(ctx);
  const set = { ...changed, version: before.version + 1, updatedAt, updatedBy };
  const [row] = await ctx.db.update(table).set(set).where(eq(table.id, before.id)).returning();
  await audit(ctx, before.id, "update", before, changed);
  return textOf(row!);
}

/** Creates or replaces a course from a call of spec 001. Arabic texts and questions of steps with the same id stay. */
export const saveCourse = (ctx: Ctx, { id, steps = [], activeStep: _, ...posted }: PostedCourse): Promise<CourseText> =>
  inTransaction(ctx, async (inner) => {
    const before = await lockCourse(inner, id);
    const title = posted.title ?? "";
    const empty = { title, description: "", category: "web" as const, length: 0, slug: slugOf(title) };
    const text = { ...empty, ...omitUndefined(posted), steps: mergedSteps(steps, before?.steps) };
    if (before) return writeCourse(inner, before, text);
    const row = { id, ...text, titleAr: "", descriptionAr: "", steps: cleanSteps(text.steps), ...stamps(inner) };
    const [created] = await inner.db.insert(table).values(row).returning();
    await audit(inner, id, "create", {}, text);
    return textOf(created!);
  });

/** Merges the sent fields into a stored course; undefined if there is none. */
export const mergeCourse = (ctx: Ctx, { id, steps, activeStep: _, ...posted }: PostedCourse) =>
  inTransaction(ctx, async (inner): Promise<CourseText | undefined> => {
    const before = await lockCourse(inner, id);
    const sent = { ...omitUndefined(posted), ...(steps && { steps: mergedSteps(steps, before?.steps) }) };
    return before && writeCourse(inner, before, sent);
  });

function mergedSteps(steps: NonNullable<PostedCourse["steps"]>, known: readonly CourseStep[] = []): CourseStep[] {
  const knownById = new Map(known.map((step) => [step.id, step]));
  return steps.map((step, place) => {
    const id = step.id ?? String(place + 1);
    const before = knownById.get(id) ?? { title: "", titleAr: "", content: "", contentAr: "", quiz: null };
    return { ...before, ...omitUndefined(step), id };
  });
}

const cleaned = <Patch extends Partial<Text>>(patch: Patch): Patch =>
  patch.steps ? { ...patch, steps: cleanSteps(patch.steps) } : patch;

const cleanSteps = (steps: readonly CourseStep[]): CourseStep[] =>
  steps.map((step) => ({
    ...step,
    content: sanitizeRichText(step.content),
    contentAr: sanitizeRichText(step.contentAr),
  }));

const stamps = (ctx: Ctx) => {
  const { userId } = actorOf(ctx);
  return { createdAt: ctx.now, createdBy: userId, updatedAt: ctx.now, updatedBy: userId };
};

/** Of the steps the log says only that they changed. */
const audit = (ctx: Ctx, id: string, action: string, before: object, after: object) => {
  const steps = (course: { steps?: readonly unknown[] }) =>
    course.steps === undefined ? {} : { steps: course.steps.length, text: JSON.stringify(course.steps).length };
  const facts = (course: object) => ({ ...course, ...steps(course) }) as Record<string, unknown>;
  const names = Object.keys(after);
  const only = (course: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(course).filter(([name]) => names.includes(name) || name === "text"));
  return recordAudit(ctx, [
    { action, resource: "courses", resourceId: id, changes: changesBetween(only(facts(before)), only(facts(after))) },
  ]);
};
