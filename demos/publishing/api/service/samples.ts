import { addDays } from "#base/days.ts";
import { escapeHtml } from "#base/escapeHtml.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";

type SampleOptions<Category extends string> = {
  readonly category: Category;
  /** Of the ids of these texts. */
  readonly firstId: number;
  /** How many of the first are featured. */
  readonly featuredCount: number;
};

/** Texts are reviewed over a year, a few each week, from four months after today. */
const firstReviewDays = 120;

/**
 * Published texts from a file of `# Title | العنوان`, the English text, a line `---` and the Arabic text. Without the
 * second part a text has no Arabic.
 */
export function sampleTexts<Category extends string>(ctx: Ctx, file: string, options: SampleOptions<Category>) {
  const { category, firstId, featuredCount } = options;
  const sections = file.split(/^# /m).slice(1);
  return sections.map((section, place) => {
    const [heading = "", ...lines] = section.split("\n");
    const [title = "", arabicTitle] = heading.split(" | ").map((text) => text.trim());
    const [text = "", arabic] = lines.join("\n").split(/^---$/m);
    const publishedAt = addMs(ctx.now, -(30 + ((firstId + place) % 60)) * dayMs);
    return {
      id: sampleId(publishedAt, firstId + place),
      values: {
        title,
        titleI18n: arabicTitle ? { ar: arabicTitle } : {},
        category,
        place: place + 1,
        isFeatured: place < featuredCount,
        body: richTextOf(text),
        bodyI18n: arabic?.trim() ? { ar: richTextOf(arabic) } : {},
        reviewOn: addDays(ctx.now.slice(0, 10), firstReviewDays + ((firstId + place * 7) % 240)),
      },
      columns: { status: "published", edition: 1, isLive: true, publishedAt } as const,
    };
  });
}

/** Paragraphs, `- ` and `1. ` lists, `## ` headings, **bold**, `code` and [links](/path), as the editor writes them. */
const richTextOf = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}|\n(?=## )|(?<=^## .*)\n/m)
    .map(blockOf)
    .join("");

function blockOf(block: string): string {
  if (block.startsWith("## ")) return `<h2>${inlineOf(block.slice(3))}</h2>`;
  const list = [...block.matchAll(/^(?:- |\d+\. )(.*)$/gm)].map(
    ([, point = ""]) => `<li><p>${inlineOf(point)}</p></li>`,
  );
  if (list.length === 0) return `<p>${inlineOf(block.replaceAll("\n", " "))}</p>`;
  const [lead = ""] = /^(?!- |\d+\. ).*\n/.exec(block) ?? [];
  const tag = /^\d+\. /m.test(block) ? "ol" : "ul";
  return `${lead.trim() && `<p>${inlineOf(lead.trim())}</p>`}<${tag}>${list.join("")}</${tag}>`;
}

const inlineOf = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/`(.+?)`/g, "<code>$1</code>")
    .replaceAll(/\[(.+?)\]\((.+?)\)/g, '<a href="$2">$1</a>');
