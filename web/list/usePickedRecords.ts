import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Output, Operation } from "#base/contract.ts";
import { filterBySearch } from "#base/filterBySearch.ts";
import type { Pickable, PickedRow } from "#web/list/pickable.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { useOperations } from "#web/list/useOperations.ts";
import { readOptions } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage } from "#web/useMessages.ts";

export type PickedRecord = {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  /** The file of its logo, null if it has none; undefined for records that never have one. */
  readonly logoFileId: string | null | undefined;
};

const typingMs = 250;
const offeredMax = 25;
/** Maximum number of ids in a list's input (base/list.ts). */
const namedMax = 100;

/**
 * The records that match the typed text; without text, the first ones. While they load, shows the matching ones of the
 * previous search, so that the option under the pointer neither disappears nor moves.
 */
export function useOffered(
  source: Pickable,
  typed: string,
  isEnabled = true,
): { rows: PickedRecord[]; isWaiting: boolean } {
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, typingMs);
  const { narrowing, sort } = source;
  const order = { sort, ...sortLanguageOf(useLanguage()) };
  const input = { ...order, limit: offeredMax, count: "none", ...narrowing, ...(search === "" ? {} : { search }) };
  const { data, isFetching, isPlaceholderData } = useRows(source, input, isEnabled);
  const rows = useNamed(source, data);
  const isOfAnother = search !== wanted || isPlaceholderData;
  return { rows: isOfAnother ? fitting(rows, wanted) : rows, isWaiting: isFetching || search !== wanted };
}

/** The records whose name or hint matches the search already. */
const fitting = (rows: PickedRecord[], search: string): PickedRecord[] =>
  filterBySearch(rows, search, ({ name, hint }) => `${name} ${hint}`);

/** The records with these ids; those that the user may not see are left out. */
export function usePicked(source: Pickable, ids: readonly string[]): PickedRecord[] {
  const input = { sort: source.sort, limit: namedMax, count: "none", ids: ids.slice(0, namedMax) };
  const { data } = useRows(source, input, ids.length > 0);
  const named = new Map(useNamed(source, data).map((row) => [row.id, row]));
  return ids.flatMap((id) => named.get(id) ?? []);
}

function useRows({ operation: declared }: Pickable, input: object, isEnabled: boolean) {
  const { transport, queryClient } = useApiClient();
  const [operation] = useOperations(useMemo(() => [declared], [declared]));
  const options = operation && readOptions(transport, operation, input as never);
  return useQuery(
    {
      ...(options ?? notYet),
      enabled: isEnabled && operation !== undefined,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
}

/** While the contract is loading. */
const notYet = { queryKey: ["contract"], queryFn: () => Promise.reject<Output<Operation>>(new Error("no contract")) };

function useNamed({ nameOf, hintOf, logoOf }: Pickable, answer: Output<Operation>): PickedRecord[] {
  const language = useLanguage();
  const rows = (answer as { rows: PickedRow[] } | undefined)?.rows ?? [];
  return rows.map((row) => ({
    id: row.id,
    name: nameOf(row as never, language),
    hint: hintOf?.(row as never, language) ?? "",
    logoFileId: logoOf?.(row as never),
  }));
}
