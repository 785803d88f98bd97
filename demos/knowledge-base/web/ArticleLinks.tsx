import { Link } from "@tanstack/react-router";
import type { LiveText } from "#base/publishedTexts.ts";
import classes from "#demos/knowledge-base/web/KnowledgeBaseScreen.module.css";
import { excerptOf, textIn } from "#web/publishing/liveTexts.ts";
import { MarkedText } from "#web/richText/MarkedText.tsx";
import { useLanguage } from "#web/useMessages.ts";

type ArticleLinksProps = {
  readonly texts: readonly LiveText[];
  readonly search?: string;
  readonly withExcerpts?: boolean;
};

/** Articles to open, with what a search found in them. */
export function ArticleLinks({ texts, search = "", withExcerpts = false }: ArticleLinksProps) {
  const language = useLanguage();
  return (
    <ul className={classes.links} data-large={withExcerpts || undefined}>
      {texts.map((text) => {
        const { title, body, lang } = textIn(text, language);
        return (
          <li key={text.id} lang={lang}>
            <Link to="/pages/knowledge-base" search={{ article: text.id }} dir="auto">
              <MarkedText text={title} search={search} />
            </Link>
            {withExcerpts && (
              <p dir="auto">
                <MarkedText text={excerptOf(body, search)} search={search} />
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
