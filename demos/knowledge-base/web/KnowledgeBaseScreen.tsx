import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { LiveText } from "#base/publishedTexts.ts";
import { articles as operations, knowledgeBase } from "#demos/knowledge-base/contract.ts";
import { articleCategories, type ArticleCategory } from "#demos/knowledge-base/fields.ts";
import { ArticleLinks } from "#demos/knowledge-base/web/ArticleLinks.tsx";
import { ArticleView } from "#demos/knowledge-base/web/ArticleView.tsx";
import classes from "#demos/knowledge-base/web/KnowledgeBaseScreen.module.css";
import { useOfflineCopy } from "#demos/knowledge-base/web/useOfflineCopy.ts";
import { formatNumber } from "#web/formats.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { useRead } from "#web/operations.ts";
import { findTexts, textIn } from "#web/publishing/liveTexts.ts";
import { useCan } from "#web/session.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import {
  IconDownload,
  IconLanguage,
  IconPackage,
  IconSearch,
  IconTicket,
  IconUserCircle,
  IconWallet,
} from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { type Crumb, Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const path = "/pages/knowledge-base";
const icons: Readonly<Record<ArticleCategory, typeof IconSearch>> = {
  account: IconUserCircle,
  selling: IconTicket,
  buying: IconWallet,
  items: IconPackage,
};

/** The knowledge base: its categories, one of them, a search, or an article, as the address says. */
export function KnowledgeBaseScreen() {
  const t = useMessages("articles");
  const language = useLanguage();
  const can = useCan();
  const [search, setSearch] = useSearchParam("search");
  const [category] = useSearchParam("category");
  const [articleId] = useSearchParam("article");
  const { data, error, refetch, isFetching } = useRead(knowledgeBase.read, {});
  const saveOffline = useOfflineCopy(data?.articles);
  const article = data?.articles.find(({ id }) => id === articleId);
  const shown = article?.category ?? category;
  const known = articleCategories.find((each) => each === shown);
  const crumbs: Crumb[] = [
    { title: t("reader.title"), to: path },
    ...(known ? [{ title: t(`category.${known}`), ...(article && { to: `${path}?category=${known}` }) }] : []),
    ...(article ? [{ title: textIn(article, language).title }] : []),
  ];
  const heading = article ? textIn(article, language).title : known ? t(`category.${known}`) : t("reader.title");
  return (
    <Page
      title={search === "" ? heading : t("reader.title")}
      layout="boxed"
      {...(known || article ? { breadcrumbs: crumbs } : {})}
      actions={
        <>
          {data && !article && (
            <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={saveOffline}>
              {t("reader.offline")}
            </Button>
          )}
          {can(operations.list) && !article && (
            <LinkButton variant="default" to="/apps/knowledge-base/articles">
              {t("reader.manage")}
            </LinkButton>
          )}
        </>
      }
    >
      <div className={classes.search} role="search">
        {/* An article that is opened ends a search that would start with the next pause in typing. */}
        <SearchBox key={articleId} label={t("reader.search")} value={search} onChange={setSearch} />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={10} rowPx={44} />}
      {data && <Content {...{ search, articleId, article, category: known }} texts={data.articles} />}
    </Page>
  );
}

type ContentProps = {
  readonly texts: readonly LiveText[];
  readonly search: string;
  readonly articleId: string;
  readonly article: LiveText | undefined;
  readonly category: ArticleCategory | undefined;
};

function Content({ texts, search, articleId, article, category }: ContentProps) {
  const t = useMessages("articles");
  const language = useLanguage();
  if (search !== "") return <Results texts={texts} search={search} />;
  if (article) return <ArticleView key={article.id} article={article} texts={texts} />;
  if (articleId !== "")
    return (
      <EmptyState
        icon={<IconSearch aria-hidden />}
        title={t("reader.missingTitle")}
        text={t("reader.missingText")}
        action={
          <LinkButton variant="default" to={path}>
            {t("reader.toStart")}
          </LinkButton>
        }
      />
    );
  if (category) return <ArticleLinks texts={texts.filter((text) => text.category === category)} withExcerpts />;
  return (
    <div className={classes.categories}>
      {articleCategories.map((each) => {
        const own = texts.filter((text) => text.category === each);
        const Icon = icons[each];
        return (
          <section key={each} className={classes.category} aria-labelledby={`category-${each}`}>
            <h2 id={`category-${each}`}>
              <Icon size={20} aria-hidden /> {t(`category.${each}`)}
            </h2>
            <p>{t(`reader.about.${each}`)}</p>
            <ArticleLinks texts={own.filter(({ isFeatured }) => isFeatured)} />
            <Link to={path} search={{ category: each }} className={classes.all}>
              {t("reader.seeAll", { count: own.length, figure: formatNumber(language, own.length) })}
            </Link>
          </section>
        );
      })}
      <section className={`${classes.category} ${classes.glossary}`} aria-labelledby="glossary">
        <h2 id="glossary">
          <IconLanguage size={20} aria-hidden /> {t("glossary.title")}
        </h2>
        <p>{t("glossary.about")}</p>
        <Link to={`${path}/glossary`} className={classes.all}>
          {t("glossary.all")}
        </Link>
      </section>
    </div>
  );
}

function Results({ texts, search }: { readonly texts: readonly LiveText[]; readonly search: string }) {
  const t = useMessages("articles");
  const language = useLanguage();
  const found = findTexts(texts, search);
  return (
    <>
      <p role="status" className={classes.count}>
        {found.length > 0 && t("reader.found", { count: found.length, figure: formatNumber(language, found.length) })}
      </p>
      {found.length === 0 ? (
        <EmptyState icon={<IconSearch aria-hidden />} title={t("reader.noneTitle")} text={t("reader.noneText")} />
      ) : (
        <ArticleLinks texts={found} search={search} withExcerpts />
      )}
    </>
  );
}
