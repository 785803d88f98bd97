import { Button } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { LiveText } from "#base/publishedTexts.ts";
import { faq, faqAnswers } from "#demos/faq/contract.ts";
import { topics } from "#demos/faq/fields.ts";
import { QuestionAndAnswer } from "#demos/faq/web/QuestionAndAnswer.tsx";
import { EmptySearches } from "#demos/faq/web/EmptySearches.tsx";
import classes from "#demos/faq/web/FaqScreen.module.css";
import { useReportedSearch } from "#demos/faq/web/useReportedSearch.ts";
import { formatNumber } from "#web/formats.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { useRead } from "#web/operations.ts";
import { findTexts } from "#web/publishing/liveTexts.ts";
import { useCan } from "#web/session.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPrinter, IconSearch } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Questions by topic, each with an answer that opens below it. The address may name one: `#<id>`. */
export function FaqScreen() {
  const t = useMessages("faqAnswers");
  const can = useCan();
  const [search, setSearch] = useSearchParam("search");
  const [topic, setTopic] = useSearchParam("topic");
  const { data, error, refetch, isFetching } = useRead(faq.read, {});
  const found = findTexts(data?.answers ?? [], search).filter(({ category }) => topic === "" || category === topic);
  useReportedSearch(search, data !== undefined && topic === "" && found.length === 0);
  const { openIds, toggle, toggleAll, isAllOpen } = useOpenAnswers(found, data !== undefined);
  return (
    <Page
      title={t("reader.title")}
      layout="boxed"
      actions={
        <>
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
            {t("reader.print")}
          </Button>
          {can(faqAnswers.list) && (
            <LinkButton variant="default" to="/apps/faq/answers">
              {t("reader.manage")}
            </LinkButton>
          )}
        </>
      }
    >
      <div className={classes.tools} role="search">
        <SearchBox label={t("reader.search")} value={search} onChange={setSearch} />
        <Button variant="subtle" onClick={toggleAll} disabled={found.length === 0}>
          {t(isAllOpen ? "reader.collapseAll" : "reader.expandAll")}
        </Button>
      </div>
      <fieldset className={classes.topics}>
        <legend className="hidden-visually">{t("reader.topics")}</legend>
        {["", ...topics].map((each) => (
          <button key={each} type="button" aria-pressed={each === topic} onClick={() => setTopic(each)}>
            {each === "" ? t("reader.allTopics") : t(`category.${each as (typeof topics)[number]}`)}
          </button>
        ))}
      </fieldset>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={8} rowPx={48} />}
      {data && <Found found={found} search={search} openIds={openIds} onToggle={toggle} />}
      {can(faq.emptySearches) && <EmptySearches />}
    </Page>
  );
}

type FoundProps = {
  readonly found: readonly LiveText[];
  readonly search: string;
  readonly openIds: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
};

/** The questions under their topics; those of a search in its order. */
function Found({ found, search, openIds, onToggle }: FoundProps) {
  const t = useMessages("faqAnswers");
  const language = useLanguage();
  const items = (texts: readonly LiveText[]) =>
    texts.map((text) => (
      <QuestionAndAnswer
        key={text.id}
        {...{ text, search }}
        isOpen={openIds.has(text.id)}
        onToggle={() => onToggle(text.id)}
      />
    ));
  const count = found.length;
  return (
    <div data-questions>
      <p role="status" className={classes.count}>
        {search !== "" && count > 0 && t("reader.found", { count, figure: formatNumber(language, count) })}
      </p>
      {count === 0 && (
        <EmptyState
          icon={<IconSearch aria-hidden />}
          title={t("reader.noneTitle")}
          text={t("reader.noneText")}
          action={
            <LinkButton variant="default" to="/pages/knowledge-base" search={{ search }}>
              {t("reader.toKnowledgeBase")}
            </LinkButton>
          }
        />
      )}
      {search !== "" && items(found)}
      {search === "" &&
        topics
          .map((topic) => ({ topic, own: found.filter(({ category }) => category === topic) }))
          .filter(({ own }) => own.length > 0)
          .map(({ topic, own }) => (
            <section key={topic} aria-labelledby={`topic-${topic}`} className={classes.topic}>
              <h2 id={`topic-${topic}`}>{t(`category.${topic}`)}</h2>
              {items(own)}
            </section>
          ))}
    </div>
  );
}

/** The answers that are open. That of the address is opened and focused. */
function useOpenAnswers(found: readonly LiveText[], isLoaded: boolean) {
  const wanted = useLocation({ select: ({ hash }) => hash });
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set([wanted]));
  const [seen, setSeen] = useState(wanted);
  if (seen !== wanted) {
    setSeen(wanted);
    setOpenIds(new Set([...openIds, wanted]));
  }
  useEffect(() => {
    if (!isLoaded || wanted === "") return undefined;
    const frame = requestAnimationFrame(() => {
      const question = document.getElementById(wanted)?.querySelector<HTMLElement>("[data-question]");
      question?.scrollIntoView({ block: "center" });
      question?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isLoaded, wanted]);
  const isAllOpen = found.length > 0 && found.every(({ id }) => openIds.has(id));
  return {
    openIds,
    isAllOpen,
    toggle: (id: string) =>
      setOpenIds((open) => (open.has(id) ? new Set([...open].filter((each) => each !== id)) : new Set([...open, id]))),
    toggleAll: () => setOpenIds(isAllOpen ? new Set() : new Set(found.map(({ id }) => id))),
  };
}
