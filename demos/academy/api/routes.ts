import { notifyingCaller } from "#api/live/record.ts";
import { type Feature, serve } from "#api/serve.ts";
import * as assignments from "#demos/academy/api/service/assignments.ts";
import * as courses from "#demos/academy/api/service/courses.ts";
import * as progress from "#demos/academy/api/service/progress.ts";
import { academy, academyExtras, academyMenu, type Category } from "#demos/academy/contract.ts";

/** The values are the spec's, the labels what this product teaches (demo-apps B1). */
const categories: Category[] = [
  { id: 0, value: "web", label: "Back-office", color: "#0f7a5c" },
  { id: 1, value: "firebase", label: "Messaging and push", color: "#b4690e" },
  { id: 2, value: "cloud", label: "Data and reports", color: "#1c5fa8" },
  { id: 3, value: "android", label: "Consumer app", color: "#8a4fbf" },
];

export const academyFeature: Feature = {
  routes: [
    ...serve(academy, {
      listCategories: async () => categories,
      list: progress.listCourses,
      read: (ctx, { courseId }) => progress.readCourse(ctx, courseId),
      save: async (ctx, posted) => {
        await courses.saveCourse(ctx, posted);
        return posted;
      },
      update: notifyingCaller("courses", progress.updateFromWire),
    }),
    ...serve(academyExtras, {
      list: progress.listCards,
      read: progress.readForReader,
      readText: (ctx, { id }) => courses.requireCourse(ctx, id),
      create: courses.createCourse,
      updateText: courses.updateCourse,
      setProgress: notifyingCaller("courses", progress.setProgress),
      answer: notifyingCaller("courses", progress.answerQuestion),
      listAssignments: assignments.listAssignments,
      assign: assignments.assignCourse,
      report: assignments.readReport,
      exportReport: assignments.exportReport,
      certificate: progress.readCertificate,
    }),
  ],
  menu: [academyMenu],
  live: [{ resource: "courses", read: academyExtras.read }],
  personal: [progress.progressRecords],
};
