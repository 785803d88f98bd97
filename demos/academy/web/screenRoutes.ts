import { academyExtras } from "#demos/academy/contract.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";

export const readerRoutes = {
  "/apps/academy/courses": {
    load: () => import("#demos/academy/web/CoursesScreen.tsx").then(({ CoursesScreen }) => CoursesScreen),
  },
  "/apps/academy/courses/$courseId": {
    load: () => import("#demos/academy/web/CourseScreen.tsx").then(({ CourseScreen }) => CourseScreen),
  },
  "/apps/academy/certificates/$number": {
    load: () => import("#demos/academy/web/CertificateScreen.tsx").then(({ CertificateScreen }) => CertificateScreen),
  },
} satisfies Record<string, Pick<LazyRoute, "load">>;

const editing = {
  needs: academyExtras.readText,
  load: () => import("#demos/academy/web/CourseEditor.tsx").then(({ CourseEditor }) => CourseEditor),
} as const;

export const staffRoutes = {
  "/apps/academy/new": editing,
  "/apps/academy/edit/$courseId": editing,
  "/apps/academy/report": {
    needs: academyExtras.report,
    load: () => import("#demos/academy/web/ReportScreen.tsx").then(({ ReportScreen }) => ReportScreen),
  },
} satisfies Record<string, LazyRoute>;
