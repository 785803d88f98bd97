import { faq } from "#demos/faq/contract.ts";
import classes from "#demos/faq/web/FaqScreen.module.css";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** For editors: what readers looked for in vain. */
export function EmptySearches() {
  const t = useMessages("faqAnswers");
  const language = useLanguage();
  const { data } = useRead(faq.emptySearches, {});
  if (!data || data.searches.length === 0) return null;
  return (
    <section aria-labelledby="empty-searches" className={classes.searches}>
      <h2 id="empty-searches">{t("reader.emptySearches")}</h2>
      <p>{t("reader.emptySearchesText")}</p>
      <ol>
        {data.searches.slice(0, 20).map(({ query, times }) => (
          <li key={query}>
            <bdi>{query}</bdi> <span>{t("reader.times", { count: times, figure: formatNumber(language, times) })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
