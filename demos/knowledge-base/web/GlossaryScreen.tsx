import { Button } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { holdsWords } from "#base/filterBySearch.ts";
import type { LiveText } from "#base/publishedTexts.ts";
import { plainTextOf } from "#base/richText.ts";
import { searchKey } from "#base/searchKey.ts";
import { glossary as operations, knowledgeBase, type ReadTerm } from "#demos/knowledge-base/contract.ts";
import { termIn, termText, usesOf } from "#demos/knowledge-base/rules.ts";
import { GlossaryEntry } from "#demos/knowledge-base/web/GlossaryEntry.tsx";
import classes from "#demos/knowledge-base/web/GlossaryScreen.module.css";
import { formatNumber } from "#web/formats.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { useRead } from "#web/operations.ts";
import { loadRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Language } from "#web/screens.ts";
import { useCan } from "#web/session.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPlus, IconSearch } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const TermDialog = lazy(async () => {
  const [{ TermDialog: loaded }] = await Promise.all([
    import("#demos/knowledge-base/web/TermDialog.tsx"),
    loadRecordMessages(),
  ]);
  return { default: loaded };
});

/** The terms of the knowledge base from A to Z, in both languages. The address may name one: `?term=<id>`. */
export function GlossaryScreen() {
  const t = useMessages("articles");
  const can = useCan();
  const [search, setSearch] = useSearchParam("search");
  const { data, error, refetch, isFetching } = useRead(knowledgeBase.glossary, {});
  const [edited, setEdited] = useState<ReadTerm | "new" | null>(null);
  const mayAdd = can(operations.create);
  useKeys([{ keys: "n", label: t("glossary.new"), onKey: () => setEdited("new") }], mayAdd);
  return (
    <Page
      title={t("glossary.title")}
      layout="boxed"
      breadcrumbs={[{ title: t("reader.title"), to: "/pages/knowledge-base" }, { title: t("glossary.title") }]}
      primary={
        mayAdd && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited("new")}>
            {t("glossary.new")}
          </Button>
        )
      }
    >
      <div className={classes.search} role="search">
        <SearchBox label={t("glossary.search")} value={search} onChange={setSearch} />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={10} rowPx={72} />}
      {data && <Terms terms={data.terms} search={search} onEdit={setEdited} />}
      <Suspense>
        {edited !== null && <TermDialog term={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </Page>
  );
}

type TermsProps = {
  readonly terms: readonly ReadTerm[];
  readonly search: string;
  readonly onEdit: (term: ReadTerm) => void;
};

function Terms({ terms, search, onEdit }: TermsProps) {
  const t = useMessages("articles");
  const language = useLanguage();
  const articles = useSearchedArticles();
  const wanted = useWantedTerm(terms);
  const found = findTerms(terms, search, language);
  const count = found.length;
  const entries = (some: readonly ReadTerm[]) =>
    some.map((term) => {
      const isUsedIn = usesOf(term);
      return (
        <GlossaryEntry
          key={term.id}
          {...{ term, search }}
          articles={articles.filter(({ text }) => isUsedIn(text)).map(({ article }) => article)}
          isWanted={term.id === wanted}
          onEdit={() => onEdit(term)}
        />
      );
    });
  const initials = search === "" ? byInitial(found, language) : [];
  return (
    <>
      <p role="status" className={classes.count}>
        {wanted !== "" && terms.every(({ id }) => id !== wanted)
          ? t("glossary.missing")
          : count > 0 && t("glossary.found", { count, figure: formatNumber(language, count) })}
      </p>
      {count === 0 && (
        <EmptyState
          icon={<IconSearch aria-hidden />}
          title={t(search === "" ? "glossary.emptyTitle" : "glossary.noneTitle")}
          text={t(search === "" ? "glossary.emptyText" : "reader.noneText")}
        />
      )}
      {initials.length > 1 && (
        <nav aria-label={t("glossary.letters")} className={classes.letters}>
          {initials.map(([initial]) => (
            <a key={initial} href={`#initial-${initial}`}>
              {initial}
            </a>
          ))}
        </nav>
      )}
      {search !== "" && entries(found)}
      {initials.map(([initial, own]) => (
        <section key={initial} aria-labelledby={`initial-${initial}`} className={classes.letter}>
          <h2 id={`initial-${initial}`} tabIndex={-1}>
            {initial}
          </h2>
          <div>{entries(own)}</div>
        </section>
      ))}
    </>
  );
}

/** The term of the address. It is scrolled to and focused once it is there. */
function useWantedTerm(terms: readonly ReadTerm[]): string {
  const [wanted] = useSearchParam("term");
  const shown = useRef("");
  useEffect(() => {
    if (shown.current === wanted || terms.every(({ id }) => id !== wanted)) return;
    shown.current = wanted;
    const entry = document.getElementById(`term-${wanted}`);
    entry?.scrollIntoView({ block: "center" });
    entry?.focus({ preventScroll: true });
  }, [wanted, terms]);
  return wanted;
}

/** The articles, with the text in which terms are looked for. None until they are read: terms don't wait for them. */
function useSearchedArticles(): readonly SearchedArticle[] {
  const { data } = useRead(knowledgeBase.read, {});
  return (data?.articles ?? []).map((article) => ({ article, text: textOf(article) }));
}

type SearchedArticle = { readonly article: LiveText; readonly text: string };

const texts = new WeakMap<LiveText, string>();

/** Computed once, because a search draws with every letter. */
function textOf(article: LiveText): string {
  const known = texts.get(article);
  if (known !== undefined) return known;
  const { title, titleI18n, body, bodyI18n } = article;
  const bodies = [body, ...Object.values(bodyI18n)].map(plainTextOf);
  const made = termText([title, ...Object.values(titleI18n), ...bodies].join("\n"));
  texts.set(article, made);
  return made;
}

/** The terms with all words of a search, in both languages: those with them in their names first, each from A to Z. */
function findTerms(terms: readonly ReadTerm[], search: string, language: Language): readonly ReadTerm[] {
  const words = searchKey(search).split(" ").filter(Boolean);
  const { compare } = new Intl.Collator(language);
  const nameOf = (term: ReadTerm) => termIn(term, language).name.text;
  const isNamed = ({ term, termAr }: ReadTerm) => holdsWords(searchKey(`${term} ${termAr ?? ""}`), words);
  const isFound = ({ term, termAr, definition, definitionAr }: ReadTerm) =>
    holdsWords(searchKey([term, termAr, definition, definitionAr].join(" ")), words);
  const sorted = terms.filter(isFound).toSorted((one, other) => compare(nameOf(one), nameOf(other)));
  return [...sorted.filter(isNamed), ...sorted.filter((term) => !isNamed(term))];
}

/** The terms under the letters that they begin with, of which all Arabic forms are one. */
function byInitial(sorted: readonly ReadTerm[], language: Language) {
  const found = new Map<string, ReadTerm[]>();
  for (const term of sorted) {
    const [first = ""] = searchKey(termIn(term, language).name.text);
    const initial = /\p{L}/u.test(first) ? first.toUpperCase() : "#";
    found.set(initial, [...(found.get(initial) ?? []), term]);
  }
  return [...found];
}
