import { useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { MatrixRow } from "#features/retail/assignments/contract/rows.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { readOptions } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage } from "#web/useMessages.ts";
import type { useProductFilters } from "#features/retail/assignments/panes/web/ProductFilters.tsx";

/** Rows per request. */
const windowRows = 25;

/** The visible rows of the matrix, read a window at a time and cached. */
export function useMatrix(
  retailerId: string,
  { search, brand, category, isAssigned }: ReturnType<typeof useProductFilters>["input"],
) {
  const { transport, queryClient } = useApiClient();
  const [wanted, setWanted] = useState<readonly [number, number]>([0, 0]);
  const narrowing = {
    retailerId,
    ...(search ? { search } : {}),
    ...(brand ? { brand } : {}),
    ...(category ? { category } : {}),
    ...(isAssigned === undefined ? {} : { isAssigned }),
    ...sortLanguageOf(useLanguage()),
  };
  const [first, last] = wanted;
  /** Called with the visible rows. */
  const want = useCallback((from: number, to: number) => {
    const next = [Math.floor(from / windowRows), Math.floor(to / windowRows)] as const;
    setWanted((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
  }, []);
  const windows = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, step) => first + step)])];
  const answers = useQueries(
    {
      queries: windows.map((place) =>
        readOptions(transport, assignments.matrix, { ...narrowing, offset: place * windowRows, limit: windowRows }),
      ),
    },
    queryClient,
  );
  const [head] = answers;
  const byWindow = new Map(windows.map((place, index) => [place, answers[index]?.data?.rows]));
  return {
    total: head?.data?.total ?? 0,
    isPending: head?.isPending ?? true,
    error: answers.find(({ error }) => error)?.error ?? null,
    retry: () => answers.forEach((answer) => void (answer.error && answer.refetch())),
    rowAt: (index: number): MatrixRow | null =>
      byWindow.get(Math.floor(index / windowRows))?.[index % windowRows] ?? null,
    want,
  };
}
