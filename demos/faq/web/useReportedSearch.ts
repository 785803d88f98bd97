import { useEffect } from "react";
import { faq } from "#demos/faq/contract.ts";
import { useWrite } from "#web/operations.ts";

/** After this pause a search is what the user meant, and not a part of it. */
const pauseMs = 2000;
const charactersMin = 3;

/** Reports a search that finds nothing, once the user has stopped typing. */
export function useReportedSearch(search: string, isEmpty: boolean): void {
  const { mutate } = useWrite(faq.reportEmptySearch, { refreshes: [faq.emptySearches] });
  const query = search.trim();
  useEffect(() => {
    if (!isEmpty || query.length < charactersMin) return undefined;
    const timer = setTimeout(() => mutate({ query }), pauseMs);
    return () => clearTimeout(timer);
  }, [query, isEmpty, mutate]);
}
