import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Output } from "#base/contract.ts";
import { type ContactRow, contactExtras, contacts } from "#demos/contacts/contract.ts";
import { call } from "#web/call.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { keyOf, useRead } from "#web/operations.ts";
import type { Mutation, OptimisticQueue } from "#web/optimistic/optimisticQueue.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage } from "#web/useMessages.ts";

/** The user's own: stars, groups and frequent contacts. Changes of them show at once. */
export const userQueue: OptimisticQueue<typeof contacts.user> = { name: "contacts", read: contacts.user };
export type UserMutation = Mutation<typeof contacts.user>;

/** The icons that the user chose for groups, by the ids of the groups. */
export function useGroupIcons(): ReadonlyMap<string, string> {
  const { data } = useRead(contactExtras.groupIcons, {});
  return useMemo(() => new Map(data?.map(({ id, icon }) => [id, icon])), [data]);
}

/** The height of a row of the list. */
export const rowPx = 56;
export const newContactPath = "/apps/contacts/contact/new";
/** For a link: `<Link {...linkTo(list)}>`. */
export const linkTo = (list: string) => ({ to: "/apps/contacts/people/$list", params: { list } as never });

export type ContactPages = ReturnType<typeof useContactPages>;
type PageInput = { readonly list: string; readonly search: string; readonly initial: string };

const pageRows = 100;
/** The cached pages of every list; the last part keeps them apart from single pages with the same input. */
const pagesKey = (input: object) => [...keyOf(contactExtras.list, input), "pages"];

/** The contacts of a list in alphabetical order, loaded page by page while they are scrolled through. */
export function useContactPages({ list, search, initial }: PageInput) {
  const { transport, queryClient } = useApiClient();
  const language = useLanguage();
  const input = {
    sort: "name" as const,
    ...sortLanguageOf(language),
    limit: pageRows,
    ...(list === "all" ? {} : { list }),
    ...(search.trim() === "" ? {} : { search: search.trim() }),
    ...(initial === "" ? {} : { initial }),
  } as const;
  const query = useInfiniteQuery(
    {
      queryKey: pagesKey(input),
      queryFn: ({ pageParam, signal }) =>
        call(
          transport,
          contactExtras.list,
          // Counted once, with the first page.
          { ...input, ...(pageParam === null ? { count: "capped" } : { count: "none", cursor: pageParam }) },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }: Output<typeof contactExtras.list>) => next,
      placeholderData: (before) => before,
    },
    queryClient,
  );
  const { data } = query;
  const rows = useMemo((): readonly ContactRow[] => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  return { ...query, rows, total: data?.pages[0]?.total ?? null };
}
