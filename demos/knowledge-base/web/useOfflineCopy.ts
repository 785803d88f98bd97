import { escapeHtml } from "#base/escapeHtml.ts";
import type { LiveText } from "#base/publishedTexts.ts";
import { articleCategories } from "#demos/knowledge-base/fields.ts";
import { formatDate } from "#web/formats.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { textIn } from "#web/publishing/liveTexts.ts";
import { textDirection } from "#web/record/textDirection.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Saves all articles as one page, to be read on a phone without a connection. Their HTML is sanitised on the server. */
export function useOfflineCopy(articles: readonly LiveText[] | undefined): () => void {
  const t = useMessages("articles");
  const language = useLanguage();
  return () => {
    if (articles === undefined) return;
    const title = t("reader.offlineTitle", { day: formatDate(language, new Date().toISOString()) });
    const parts = articleCategories.map((category) => {
      const own = articles
        .filter((article) => article.category === category)
        .map((article) => textIn(article, language));
      return `<h2>${escapeHtml(t(`category.${category}`))}</h2>${own.map(articleHtml).join("")}`;
    });
    const style =
      "body{font:16px/1.6 system-ui;max-width:44em;margin:0 auto;padding:16px;color-scheme:light dark}" +
      "summary{font-weight:600;padding:8px 0}details h2{font-size:1.1em}";
    const page =
      `<!doctype html><html lang="${language}" dir="${textDirection(language)}"><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style>` +
      `<h1>${escapeHtml(title)}</h1>${parts.join("")}</html>`;
    saveFile(new File([page], "mizan-knowledge-base.html", { type: "text/html" }));
  };
}

const articleHtml = ({ title, body, lang }: ReturnType<typeof textIn>): string =>
  `<details lang="${lang}" dir="${textDirection(lang)}"><summary>${escapeHtml(title)}</summary>${body}</details>`;
