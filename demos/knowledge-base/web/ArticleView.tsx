import { Button } from "@mantine/core";
import { useState } from "react";
import type { LiveText } from "#base/publishedTexts.ts";
import { headingsOf } from "#base/richText.ts";
import { articles as operations, knowledgeBase } from "#demos/knowledge-base/contract.ts";
import { ArticleLinks } from "#demos/knowledge-base/web/ArticleLinks.tsx";
import classes from "#demos/knowledge-base/web/ArticleView.module.css";
import { useMarkedTerms } from "#demos/knowledge-base/web/useMarkedTerms.tsx";
import { formatDate } from "#web/formats.ts";
import { FeedbackForm } from "#web/publishing/FeedbackForm.tsx";
import { hasArabic, relatedTo, textIn } from "#web/publishing/liveTexts.ts";
import { textDirection } from "#web/record/textDirection.ts";
import { RichText } from "#web/richText/RichText.tsx";
import type { Language } from "#web/screens.ts";
import { useCan } from "#web/session.tsx";
import { IconLanguage, IconLink, IconPencil, IconPrinter } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useCopying } from "#web/ui/useCopy.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const relatedMax = 4;
/** A table of contents helps from this many headings on. */
const contentsMin = 2;

type ArticleViewProps = { readonly article: LiveText; readonly texts: readonly LiveText[] };

/** An article in one of its languages, with its table of contents, related articles and the reader's feedback. */
export function ArticleView({ article, texts }: ArticleViewProps) {
  const t = useMessages("articles");
  const publishing = useMessages("publishing");
  const own = useLanguage();
  const [chosen, setChosen] = useState<Language | null>(null);
  const { title, body, lang } = textIn(article, chosen ?? own);
  const drawTexts = useMarkedTerms(lang);
  const headings = headingsOf(body, "part");
  const related = relatedTo(texts, article, relatedMax);
  return (
    <div className={classes.layout}>
      <article className={classes.article} lang={lang} dir={textDirection(lang)}>
        {lang !== own && chosen !== null && (
          <p className={classes.title} dir="auto">
            {title}
          </p>
        )}
        <RichText html={body} lang={lang} idPrefix="part" {...(drawTexts && { drawTexts })} />
      </article>
      <aside className={classes.aside}>
        <ArticleTools article={article} lang={lang} onLanguage={setChosen} />
        {headings.length >= contentsMin && (
          <nav aria-labelledby="contents">
            <h2 id="contents">{t("reader.onThisPage")}</h2>
            <ul className={classes.contents}>
              {headings.map(({ id, level, text }) => (
                <li key={id} data-level={level}>
                  <a href={`#${id}`} dir="auto">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {related.length > 0 && (
          <section aria-labelledby="related">
            <h2 id="related">{t("reader.related")}</h2>
            <ArticleLinks texts={related} />
          </section>
        )}
      </aside>
      <footer className={classes.footer}>
        <p className={classes.checked}>
          <Checked article={article} />
          {!hasArabic(article) && own === "ar" && ` ${publishing("reading.onlyEnglish")}`}
        </p>
        <FeedbackForm text={article} operation={knowledgeBase.giveFeedback} read={knowledgeBase.read} />
      </footer>
    </div>
  );
}

function Checked({ article: { publishedAt, publishedBy: who } }: { readonly article: LiveText }) {
  const t = useMessages("publishing");
  const language = useLanguage();
  if (publishedAt === null) return null;
  const day = formatDate(language, publishedAt);
  return who === null ? t("reading.checkedOn", { day }) : t("reading.checked", { day, who });
}

type ArticleToolsProps = {
  readonly article: LiveText;
  readonly lang: Language;
  readonly onLanguage: (language: Language) => void;
};

function ArticleTools({ article, lang, onLanguage }: ArticleToolsProps) {
  const t = useMessages("publishing");
  const can = useCan();
  const copy = useCopying();
  return (
    <div className={classes.tools}>
      {hasArabic(article) && (
        <Button
          variant="default"
          leftSection={<IconLanguage size={18} aria-hidden />}
          onClick={() => onLanguage(lang === "ar" ? "en" : "ar")}
        >
          {t(lang === "ar" ? "reading.english" : "reading.arabic")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconLink size={18} aria-hidden />}
        onClick={() => void copy(location.href, t("reading.linkCopied"))}
      >
        {t("reading.link")}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
        {t("reading.print")}
      </Button>
      {can(operations.update) && (
        <LinkButton
          variant="default"
          to={`/apps/knowledge-base/articles/${article.id}`}
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t("reading.edit")}
        </LinkButton>
      )}
    </div>
  );
}
