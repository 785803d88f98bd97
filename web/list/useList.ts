import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import type { Page } from "#base/list.ts";
import { addressOf, type CellContext, grammarOf, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import { pageMemoryOf, recallVisit, useListMemories } from "#web/list/listMemory.ts";
import { type ListState, narrowingOf } from "#web/list/listUrl.ts";
import { useListPreferences } from "#web/list/useListPreferences.ts";
import { rowsOptions, useListRows } from "#web/list/useListRows.ts";
import { wayBack, wayOn } from "#web/list/pageTargets.ts";
import { type ChangeList, useListState } from "#web/list/useListState.ts";
import { useSelection } from "#web/list/useSelection.ts";
import { useViews } from "#web/list/useViews.ts";
import { readOptions } from "#web/operations.ts";
import { useLanguage, useMessagesOfAny } from "#web/useMessages.ts";
import { useApiClient } from "#web/useApiClient.ts";

export type ListModel<Row extends ListRow> = ReturnType<typeof useList<Row>>;

const noRows: readonly never[] = [];

/** The state and the actions of a list, independent of how it is drawn. */
export function useList<Row extends ListRow>(list: ListDefinition<Row>) {
  const [preferences, prefer] = useListPreferences(list.name);
  const { state, query, change } = useListState(list, preferences);
  const { rows: answer, total, countExactly } = useListRows(list, state);
  const rows: readonly Row[] = answer.data?.rows ?? noRows;
  const pageIds = useMemo(() => rows.map(({ id }) => id), [rows]);
  const memories = useListMemories();
  const visit = useMemo(() => recallVisit(memories, list.name, query), [memories, list.name, query]);
  const narrowingKey = JSON.stringify(narrowingOf(state, grammarOf(list)));
  const ticks = useSelection(narrowingKey, { remembered: visit.selection, pageIds });
  const { selection } = ticks;
  useEffect(() => {
    const page = answer.data && !answer.isPlaceholderData ? pageMemoryOf(state, answer.data) : null;
    memories.lists.set(list.name, { list, query, state, selection, page });
  }, [memories, list, query, state, selection, answer.data, answer.isPlaceholderData]);
  const language = useLanguage();
  const t = useMessagesOfAny(list.name);
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
    memories,
    visit,
    ticks,
    ...usePaging(list, state, { answer: answer.data, change }),
    ...useOpening(list),
    context: useMemo<CellContext>(() => ({ language, t }), [language, t]),
  };
}

/** The previous and next pages, and the number of the first row. */
function usePaging<Row extends ListRow>(
  list: ListDefinition<Row>,
  state: ListState,
  { answer, change }: { answer: Page<Row> | undefined; change: ChangeList },
) {
  const reach = useApiClient();
  const on = answer ? wayOn(state, answer) : null;
  const back = answer ? wayBack(state, answer) : null;
  return {
    from: state.place?.from ?? 1,
    goNext: on && (() => change(on)),
    goPrevious: back && (() => change(back)),
    approachNext: () => {
      if (on) void reach.queryClient.query(rowsOptions(reach, list, { ...state, ...on })).catch(ignored);
    },
  };
}

/** A failed preload is ignored: the row is read again when it is opened, and the error is shown then. */
const ignored = () => {};

const freshMs = 10_000;
/** A moving pointer crosses many rows. */
const restingMs = 80;

/** Opens a record; preloads it when the pointer rests on its row. */
function useOpening(list: ListDefinition<never>) {
  const router = useRouter();
  const { transport, queryClient } = useApiClient();
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useMemo(
    () => ({
      open: (id: string) => void router.navigate({ to: addressOf(list, id) }),
      approach: (id: string) => {
        clearTimeout(resting.current);
        const { read } = list;
        if (read === undefined) return;
        resting.current = setTimeout(() => {
          void queryClient.query({ ...readOptions(transport, read, { id }), staleTime: freshMs }).catch(ignored);
        }, restingMs);
      },
    }),
    [router, transport, queryClient, list],
  );
}
