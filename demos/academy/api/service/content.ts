import { escapeHtml } from "#base/escapeHtml.ts";
import type { CourseStep, CourseText, Quiz } from "#demos/academy/contract.ts";
import { courseCategories } from "#demos/academy/rules.ts";

// The courses that the product brings. They are part of the code and not of the database: a course that a user changes
// is stored from then on.

/** When the texts were last reviewed. */
const reviewedAt = "2026-11-02T08:00:00.000Z";

let loaded: Promise<readonly CourseText[]> | null = null;

/** Read once per process, when the first course is asked for. */
export function builtInCourses(): Promise<readonly CourseText[]> {
  loaded ??= import("../content/courses.md?raw").then(({ default: text }) => readCourses(text));
  return loaded;
}

/**
 * Reads a file of courses. `# category/id | minutes` begins a course, followed by its title and its description; `## title` begins
 * a step. English and Arabic are on one line, divided by ` | `, or for a step below each other, divided by `~`. A
 * question is `? text`, with `* ` before the right option and `+ ` before the others.
 */
export function readCourses(text: string): CourseText[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head = "", ...steps] = part.split(/^## /m);
      const [line = "", titles = "", ...rest] = head.trim().split("\n");
      const [name, minutes] = halves(line);
      const category = courseCategories.find((each) => name.startsWith(`${each}/`))!;
      const id = name.slice(category.length + 1);
      const [title, titleAr] = halves(titles);
      const [description, descriptionAr] = halves(rest.join(" "));
      return {
        id,
        slug: id,
        title,
        titleAr,
        description,
        descriptionAr,
        category,
        length: Number(minutes),
        steps: steps.map((step, place) => readStep(step, String(place + 1))),
        version: 1,
        updated: reviewedAt,
      };
    });
}

function readStep(text: string, id: string): CourseStep {
  const [line = "", ...lines] = text.trim().split("\n");
  const [title, titleAr] = halves(line);
  const from = lines.findIndex((each) => each.startsWith("? "));
  const body = (from < 0 ? lines : lines.slice(0, from)).join("\n");
  const [content = "", contentAr = ""] = body.split(/^~$/m).map(asHtml);
  return { id, title, titleAr, content, contentAr, quiz: from < 0 ? null : readQuiz(lines.slice(from)) };
}

function readQuiz([first = "", ...lines]: readonly string[]): Quiz {
  const [question, questionAr] = halves(first.slice(2));
  const all = lines.filter((line) => /^[*+] /.test(line));
  const options = all.map((line) => halves(line.slice(2)));
  return {
    question,
    questionAr,
    options: options.map(([english]) => english),
    optionsAr: options.map(([, arabic]) => arabic),
    answer: all.findIndex((line) => line.startsWith("* ")),
  };
}

function halves(line: string): [string, string] {
  const [first = "", second = ""] = line.split(" | ");
  return [first.trim(), second.trim()];
}

/** Paragraphs by line; lines with `- ` are a list. */
function asHtml(text: string): string {
  const blocks = text.trim().replace(/(?:^- .*\n?)+/gm, (list) => {
    const rows = list.trim().split("\n");
    return `\n<ul>${rows.map((row) => `<li>${escapeHtml(row.slice(2))}</li>`).join("")}</ul>\n`;
  });
  return blocks
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => (line.startsWith("<ul>") ? line : `<p>${escapeHtml(line.trim())}</p>`))
    .join("");
}
