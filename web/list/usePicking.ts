import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Output, Operation } from "#base/contract.ts";
import { call } from "#web/call.ts";
import type { Pickable, PickedRow } from "#web/list/pickable.ts";
import { readOptions } from "#web/operations.ts";
import { useReach } from "#web/useReach.ts";
import { useLanguage } from "#web/useWords.ts";

export type Picked = { readonly id: string; readonly name: string; readonly hint: string };

const typingMs = 250;
const offeredMax = 25;
/** What a list takes at most (base/list.ts). */
const namedMax = 100;

/** The records whose names begin to be typed; the first of all while nothing is. */
export function useOffered(source: Pickable, typed: string, isEnabled = true): { rows: Picked[]; isWaiting: boolean } {
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const { narrowing, sort } = source;
  const input = { sort, limit: offeredMax, count: "none", ...narrowing, ...(search === "" ? {} : { search }) };
  const { data, isFetching } = useRows(source, input, isEnabled);
  return { rows: useNamed(source, data), isWaiting: isFetching || search !== typed.trim() };
}

/** The records with these ids; those that the reader may not see are left out. */
export function usePicked(source: Pickable, ids: readonly string[]): Picked[] {
  const input = { sort: source.sort, limit: namedMax, count: "none", ids: ids.slice(0, namedMax) };
  const { data } = useRows(source, input, ids.length > 0);
  const named = new Map(useNamed(source, data).map((row) => [row.id, row]));
  return ids.flatMap((id) => named.get(id) ?? []);
}

function useRows({ operation }: Pickable, input: object, isEnabled: boolean) {
  const { transport, queryClient } = useReach();
  const options = readOptions(transport, operation as Operation, input as never);
  const read = async ({ signal }: { readonly signal: AbortSignal }) =>
    call(transport, "load" in operation ? await operation.load() : operation, input as never, { signal });
  return useQuery({ ...options, queryFn: read, enabled: isEnabled, placeholderData: keepPreviousData }, queryClient);
}

function useNamed({ nameOf, hintOf }: Pickable, answer: Output<Operation>): Picked[] {
  const language = useLanguage();
  const rows = (answer as { rows: PickedRow[] } | undefined)?.rows ?? [];
  return rows.map((row) => ({
    id: row.id,
    name: nameOf(row as never, language),
    hint: hintOf?.(row as never, language) ?? "",
  }));
}
