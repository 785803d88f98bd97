import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { addressOf, type CellContext, grammarOf, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import { rememberList, recallVisit } from "#web/list/listMemory.ts";
import { type ListState, narrowingOf } from "#web/list/listUrl.ts";
import { useListPreferences } from "#web/list/preferences.ts";
import { rowsOptions, useListRows } from "#web/list/useListRows.ts";
import { useListState } from "#web/list/useListState.ts";
import { useSelection } from "#web/list/useSelection.ts";
import { useViews } from "#web/list/useViews.ts";
import { readOptions, useTransport } from "#web/operations.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

export type ListModel<Row extends ListRow> = ReturnType<typeof useList<Row>>;

const noRows: readonly never[] = [];

/** All that a list knows and can do, however it is drawn. */
export function useList<Row extends ListRow>(list: ListDefinition<Row>) {
  const { state, query, change } = useListState(list);
  const [preferences, prefer] = useListPreferences(list.name);
  const { rows: answer, total, countExactly } = useListRows(list, state);
  const rows: readonly Row[] = answer.data?.rows ?? noRows;
  const pageIds = useMemo(() => rows.map(({ id }) => id), [rows]);
  const visit = useMemo(() => recallVisit(list.name, query), [list.name, query]);
  const narrowingKey = JSON.stringify(narrowingOf(state, grammarOf(list)));
  const ticks = useSelection(narrowingKey, { remembered: visit.selection, pageIds });
  const { selection } = ticks;
  useEffect(() => {
    rememberList(list.name, { query, state, selection });
  }, [list.name, query, state, selection]);
  const language = useLanguage();
  const t = useWords(list.name);
  return {
    list,
    state,
    query,
    change,
    preferences,
    prefer,
    views: useViews(list, state, [preferences, prefer]),
    rows,
    pageIds,
    answer,
    total,
    countExactly,
    visit,
    ticks,
    searchRef: useRef<HTMLInputElement>(null),
    ...usePaging(list, state, { answer: answer.data, change }),
    ...useOpening(list),
    context: useMemo<CellContext>(() => ({ language, t }), [language, t]),
    listWords: useWords("list"),
  };
}

/** The pages before and after, and the first row's number. */
function usePaging<Row extends ListRow>(
  list: ListDefinition<Row>,
  state: ListState,
  {
    answer,
    change,
  }: {
    answer: { rows: Row[]; next: string | null; previous: string | null } | undefined;
    change: (patch: Partial<ListState>) => void;
  },
) {
  const transport = useTransport();
  const queryClient = useQueryClient();
  const from = state.place?.from ?? 1;
  const nextPlace = answer?.next ? { cursor: answer.next, from: from + answer.rows.length } : null;
  const isSecond = from - state.limit <= 1;
  // The first page is asked for without a cursor: rows that came meanwhile belong to it.
  const previousPlace = answer?.previous && !isSecond ? { cursor: answer.previous, from: from - state.limit } : null;
  const hasPrevious = state.place !== null && answer !== undefined && (answer.previous !== null || isSecond);
  return {
    from,
    goNext: nextPlace && (() => change({ place: nextPlace })),
    goPrevious: hasPrevious ? () => change({ place: previousPlace }) : null,
    approachNext: () => {
      if (nextPlace)
        void queryClient.prefetchQuery(rowsOptions({ transport, queryClient }, list, { ...state, place: nextPlace }));
    },
  };
}

const freshMs = 10_000;

/** Opens a record; has it read as soon as the pointer rests on its row. */
function useOpening(list: ListDefinition<never>) {
  const router = useRouter();
  const transport = useTransport();
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      open: (id: string) => void router.navigate({ to: addressOf(list, id) }),
      approach: (id: string) => {
        if (list.read)
          void queryClient.prefetchQuery({ ...readOptions(transport, list.read, { id } as never), staleTime: freshMs });
      },
    }),
    [router, transport, queryClient, list],
  );
}
