import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { courseCategories } from "#demos/academy/rules.ts";

export const stepsMax = 100;
const contentMax = 20_000;
const optionsMax = 6;

export const courseRefusals = refusals({
  question_open: { status: 409, message: "Answer the question of step {step} first." },
  course_id_taken: { status: 409, message: "A course with this ID already exists. Check the list." },
});

const courseId = z.string().check(z.regex(/^[^\u0000-\u001f\u007f]{1,64}$/u));
/** Ids compare as text; clients that use numbers may send those. */
const wireId = z.pipe(z.union([z.string(), z.int()]), z.pipe(z.transform(String), z.string()));
const title = fields.text({ max: 200 });
const description = fields.text({ max: 1000, multiline: true });
/** Rich text, which the server sanitises. */
const content = z.string().check(z.maxLength(contentMax));
const length = z.int().check(z.minimum(0), z.maximum(10_000));
const category = z.enum(courseCategories);
const count = () => z.int().check(z.minimum(0), z.maximum(fields.int4Max));

export const Category = z.object({ id: z.int(), value: category, label: z.string(), color: z.string() });
export type Category = z.output<typeof Category>;

/** Spec 001 §3: a course in a list has no steps. `length` is minutes. */
export const Course = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  category,
  length: z.int(),
  totalSteps: z.int(),
  activeStep: z.int(),
  updated: z.string(),
});
export type Course = z.output<typeof Course>;

const Step = z.object({ id: z.string(), title: z.string(), content: z.string() });
export const FullCourse = z.object({ ...Course.shape, steps: z.array(Step) });
export type FullCourse = z.output<typeof FullCourse>;

const PostedStep = z.object({ id: z.optional(wireId), title: z.optional(title), content: z.optional(content) });
const posted = {
  title: z.optional(title),
  slug: z.optional(fields.text({ max: 200 })),
  description: z.optional(description),
  category: z.optional(category),
  length: z.optional(length),
  steps: z.optional(z.array(PostedStep).check(z.maxLength(stepsMax))),
  activeStep: z.optional(z.int().check(z.maximum(fields.int4Max))),
};
const PostedCourse = z.object({ id: z.pipe(wireId, courseId), ...posted });
export type PostedCourse = z.output<typeof PostedCourse>;
/** Answered as it was sent: the parts of a course that the caller named. */
const Echo = z.looseObject({ id: z.string() });

const session = { permission: "session" } as const;
const editing = { permission: "courses.update" } as const;

/** The calls of spec 001 §7, with its keys and no others. Unknown keys are ignored. */
export const academy = {
  listCategories: operation({
    ...session,
    method: "GET",
    path: "/api/academy-app/categories",
    summary: "List the categories of courses",
    input: z.object({}),
    output: z.array(Category),
  }),
  list: operation({
    ...session,
    method: "GET",
    path: "/api/academy-app/courses",
    summary: "List courses without their steps; `activeStep` is yours",
    input: z.object({}),
    reads: [{ resource: "courses" }],
    output: z.array(Course),
  }),
  read: operation({
    ...session,
    method: "GET",
    path: "/api/academy-app/course",
    summary: "One course with its steps; an empty answer if there is none",
    input: z.object({ courseId: z.optional(z.string()) }),
    reply: "record",
    output: z.optional(FullCourse),
  }),
  save: operation({
    ...editing,
    method: "POST",
    path: "/api/academy-app/course/save",
    summary: "Create a course, or replace the whole course with this ID. Answers it as sent",
    input: PostedCourse,
    output: Echo,
  }),
  update: operation({
    ...session,
    method: "POST",
    path: "/api/academy-app/course/update",
    summary:
      "Store `activeStep` as your progress; other fields change the course, which takes the right to edit courses",
    input: PostedCourse,
    reply: "record",
    output: Echo,
    refusals: [commonRefusals.permission_denied],
  }),
};

/** A question in a step. `answer` counts the options from 0; readers learn it from `answer` only by trying. */
const options = z.array(fields.text({ min: 1, max: 300 })).check(z.minLength(2), z.maxLength(optionsMax));
const question = { question: fields.text({ min: 1, max: 500 }), questionAr: fields.text({ max: 500 }), options };
const optionsAr = z.array(fields.text({ max: 300 })).check(z.maxLength(optionsMax));
export const Quiz = z.strictObject({
  ...question,
  optionsAr,
  answer: z.int().check(z.minimum(0), z.maximum(optionsMax - 1)),
});
export type Quiz = z.output<typeof Quiz>;

/** A step in both languages; an empty Arabic text is shown in English. */
export const CourseStep = z.strictObject({
  id: courseId,
  title: fields.text({ min: 1, max: 200 }),
  titleAr: title,
  content,
  contentAr: content,
  quiz: z.nullable(Quiz.check(z.refine(({ options: all, answer }) => answer < all.length, { path: ["answer"] }))),
});
export type CourseStep = z.output<typeof CourseStep>;

const text = {
  title: fields.text({ min: 1, max: 200 }),
  titleAr: title,
  description,
  descriptionAr: description,
  category,
  length,
  steps: z.array(CourseStep).check(z.minLength(1), z.maxLength(stepsMax)),
};
/** Everything that an editor of courses writes. `totalSteps` is the number of steps, and nobody sets it. */
export const CourseText = z.object({
  id: z.string(),
  slug: z.string(),
  ...text,
  // A course from a call of spec 001 may have no title and no steps.
  title: z.string(),
  steps: z.array(z.object({ ...CourseStep.shape, title: z.string() })),
  version: z.int(),
  updated: z.string(),
});
export type CourseText = z.output<typeof CourseText>;

const ReaderStep = z.object({
  ...CourseStep.shape,
  quiz: z.nullable(
    z.object({
      question: z.string(),
      questionAr: z.string(),
      options: z.array(z.string()),
      optionsAr: z.array(z.string()),
    }),
  ),
});
export type ReaderStep = z.output<typeof ReaderStep>;

const progress = {
  activeStep: count(),
  finishedAt: z.nullable(fields.instant()),
  certificateNumber: z.nullable(z.string()),
};
export const Progress = z.object({ ...progress, answers: z.record(z.string(), z.int()) });
export type Progress = z.output<typeof Progress>;

export const CourseCard = z.object({
  ...Course.shape,
  titleAr: z.string(),
  descriptionAr: z.string(),
  ...progress,
  /** The earliest day by which one of your roles has to finish it. */
  dueOn: z.nullable(z.string()),
});
export type CourseCard = z.output<typeof CourseCard>;

export const ReaderCourse = z.object({
  ...CourseCard.shape,
  steps: z.array(ReaderStep),
  answers: z.record(z.string(), z.int()),
});
export type ReaderCourse = z.output<typeof ReaderCourse>;

export const ReportRow = z.object({
  name: z.string(),
  courseId: z.string(),
  title: z.string(),
  titleAr: z.string(),
  activeStep: count(),
  totalSteps: count(),
  finishedAt: z.nullable(fields.instant()),
  dueOn: z.nullable(z.string()),
  isOverdue: z.boolean(),
});
export type ReportRow = z.output<typeof ReportRow>;

const roleCode = z.string().check(z.regex(/^[a-z0-9_]{1,60}$/));
const Assignment = z.object({ roleCode: z.string(), dueOn: z.string() });

/** What the spec's calls can't do: both languages, questions, assignments, certificates and reports (demo-apps A2.2). */
export const academyExtras = {
  list: operation({
    ...session,
    method: "GET",
    path: "/api/academy-app/x/courses",
    summary: "List courses in both languages with your progress and what is due",
    input: z.strictObject({}),
    reads: [{ resource: "courses" }],
    output: z.array(CourseCard),
  }),
  read: operation({
    ...session,
    method: "GET",
    path: "/api/academy-app/x/courses/{id}",
    summary: "One course in both languages with your progress and answers",
    input: z.strictObject({ id: courseId }),
    reads: [{ resource: "courses", id: "id" }],
    output: ReaderCourse,
    refusals: [commonRefusals.not_found],
  }),
  readText: operation({
    ...editing,
    method: "GET",
    path: "/api/academy-app/x/courses/{id}/text",
    summary: "A course as its editors see it, with the right answers",
    input: z.strictObject({ id: courseId }),
    reads: [{ resource: "courses", id: "id" }],
    output: CourseText,
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    ...editing,
    method: "POST",
    path: "/api/academy-app/x/courses",
    summary: "Create a course (idempotent: the client supplies the ID)",
    input: z.strictObject({ id: courseId, ...text }),
    output: CourseText,
    refusals: [courseRefusals.course_id_taken],
  }),
  updateText: operation({
    ...editing,
    method: "PATCH",
    path: "/api/academy-app/x/courses/{id}/text",
    summary: "Change some parts of a course",
    versioned: true,
    input: z.strictObject({ id: courseId, version: fields.version(), ...z.partial(z.strictObject(text)).shape }),
    output: CourseText,
    refusals: [commonRefusals.not_found],
  }),
  setProgress: operation({
    ...session,
    method: "POST",
    path: "/api/academy-app/x/progress",
    summary: "Store how many steps you have done; the last one finishes the course",
    input: z.strictObject({ courseId, activeStep: count() }),
    output: Progress,
    refusals: [commonRefusals.not_found, courseRefusals.question_open],
  }),
  answer: operation({
    ...session,
    method: "POST",
    path: "/api/academy-app/x/answers",
    summary: "Answer the question of a step, as often as you like",
    input: z.strictObject({ courseId, stepId: courseId, choice: count() }),
    output: z.object({ isRight: z.boolean() }),
    refusals: [commonRefusals.not_found],
  }),
  listAssignments: operation({
    permission: "courses.assign",
    method: "GET",
    path: "/api/academy-app/x/courses/{id}/assignments",
    summary: "Which roles have to finish a course, and the roles there are",
    input: z.strictObject({ id: courseId }),
    reads: [{ resource: "courses", id: "id" }],
    output: z.object({
      assignments: z.array(Assignment),
      roles: z.array(z.object({ code: z.string(), title: z.string(), titleAr: z.string() })),
    }),
  }),
  assign: operation({
    permission: "courses.assign",
    method: "POST",
    path: "/api/academy-app/x/assignments",
    summary: "Assign a course to a role until a day, or end the assignment",
    input: z.strictObject({ courseId, roleCode, dueOn: z.nullable(fields.date()) }),
    output: z.array(Assignment),
    refusals: [commonRefusals.not_found],
  }),
  report: operation({
    permission: "courses.report",
    method: "GET",
    path: "/api/academy-app/x/report",
    summary: "Who has started, finished or still has to finish which course",
    input: z.strictObject({}),
    reads: [{ resource: "courses" }, { resource: "users" }],
    output: z.array(ReportRow),
  }),
  exportReport: operation({
    permission: "courses.report",
    method: "GET",
    path: "/api/academy-app/x/report.csv",
    summary: "The report as a CSV file",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
  }),
  certificate: operation({
    ...session,
    method: "GET",
    path: "/api/academy-app/x/certificates/{number}",
    summary: "Verify a certificate of completion by its number",
    input: z.strictObject({ number: z.string().check(z.regex(/^AC-[0-9A-Z]{4}-[0-9A-Z]{4}$/)) }),
    output: z.object({
      number: z.string(),
      name: z.string(),
      title: z.string(),
      titleAr: z.string(),
      finishedAt: fields.instant(),
    }),
    refusals: [commonRefusals.not_found],
  }),
};

export const academyMenu: MenuSection = {
  id: 90,
  title: "Apps",
  icon: "apps",
  link: "/apps/todo",
  entries: [{ id: 906, title: "Academy", link: "/apps/academy", needs: academy.list }],
};
