import { describe, expect, test } from "vitest";
import { sanitizeRichText } from "#api/richText.ts";
import { builtInCourses, readCourses } from "#demos/academy/api/service/content.ts";
import { courseCategories } from "#demos/academy/rules.ts";

test("ACA-4: there are 16 courses, four of each category, each with 11 steps in both languages and its minutes", async () => {
  const courses = await builtInCourses();
  expect(courses).toHaveLength(16);
  expect(new Set(courses.map(({ id }) => id)).size).toBe(16);
  for (const category of courseCategories)
    expect(courses.filter((course) => course.category === category)).toHaveLength(4);
  for (const { id, steps, length, titleAr, descriptionAr } of courses) {
    expect([id, steps.length]).toEqual([id, 11]);
    expect(length).toBeGreaterThanOrEqual(30);
    expect(length).toBeLessThanOrEqual(150);
    expect(`${titleAr}${descriptionAr}`).toMatch(/\p{Script=Arabic}/u);
    expect(steps.filter(({ quiz }) => quiz !== null).length, id).toBeGreaterThanOrEqual(2);
  }
});

test("every step says something in both languages, is clean, and its question has one right option", async () => {
  for (const { id, steps } of await builtInCourses())
    for (const { id: step, title, titleAr, content, contentAr, quiz } of steps) {
      const place = `${id} ${step}`;
      const words = content
        .replaceAll(/<[^>]+>/g, " ")
        .trim()
        .split(/\s+/).length;
      expect(words, place).toBeGreaterThanOrEqual(38);
      expect(words, place).toBeLessThanOrEqual(90);
      expect(title, place).not.toBe("");
      for (const arabic of [titleAr, contentAr]) expect(arabic, place).toMatch(/\p{Script=Arabic}/u);
      for (const html of [content, contentAr]) expect(sanitizeRichText(html), place).toBe(html);
      if (quiz === null) continue;
      expect(quiz.answer, place).toBeGreaterThanOrEqual(0);
      expect(quiz.options.length, place).toBe(quiz.optionsAr.length);
      for (const text of [quiz.questionAr, ...quiz.optionsAr]) expect(text, place).not.toBe("");
    }
});

describe("a file of courses", () => {
  test("has lists and signs that HTML would take for markup", () => {
    const text =
      "# web/id | 30\nTitle | عنوان\nText | نص\n## Step | خطوة\nBefore\n- one < two\n- three\nAfter\n~\nعربي\n";
    const [course] = readCourses(text);
    expect(course).toMatchObject({ id: "id", category: "web", length: 30, titleAr: "عنوان" });
    expect(course!.steps).toMatchObject([
      {
        id: "1",
        content: "<p>Before</p><ul><li>one &lt; two</li><li>three</li></ul><p>After</p>",
        contentAr: "<p>عربي</p>",
        quiz: null,
      },
    ]);
  });
});
