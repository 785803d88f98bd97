import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { use } from "react";
import { FindRecordsContext, type FoundRecord } from "#web/layout/findRecords.ts";
import { recentRecords } from "#web/recentRecords.ts";
import { queryClientOf } from "#web/operations.ts";
import { useSignedInUser } from "#web/session.tsx";
import { useTransport } from "#web/transport.ts";

// With the 80 ms of shell.md 2, one search in twenty came after the 150 ms of its statement 15.
const typingMs = 60;
const searchMin = 2;

const none: readonly FoundRecord[] = [];

/**
 * The records that match a typed text, and whether more may come; for an empty text those that the user opened last. A
 * call for an older text is aborted.
 */
export function useFoundRecords(typed: string): { records: readonly FoundRecord[]; isPending: boolean } {
  const findRecords = use(FindRecordsContext);
  const transport = useTransport();
  const userId = useSignedInUser()?.userId ?? "";
  const [paused] = useDebouncedValue(typed.trim(), typingMs);
  const isRecent = typed.trim() === "";
  const ids = isRecent ? recentRecords(userId) : [];
  const isWanted = isRecent ? ids.length > 0 : typed.trim().length >= searchMin && paused.length >= searchMin;
  const wanted = isRecent ? { ids } : { q: paused };
  const found = useQuery(
    {
      queryKey: ["palette", wanted],
      queryFn: ({ signal }) => findRecords(transport, wanted, signal),
      enabled: isWanted,
      retry: false,
      // What was found for "da" stays until that for "dat" is there, but never beside an empty field.
      ...(isRecent ? {} : { placeholderData: keepPreviousData }),
    },
    queryClientOf(transport),
  );
  const isBehind = !isRecent && typed.trim().length >= searchMin && paused !== typed.trim();
  return { records: isWanted ? (found.data ?? none) : none, isPending: isBehind || (isWanted && found.isFetching) };
}
