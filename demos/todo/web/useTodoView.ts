import { useLocation, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { View } from "#demos/todo/rules.ts";

const kinds: readonly View["kind"][] = ["folder", "filter", "label"];

/** For a link: `<Link {...linkTo(view)}>`. Handles may be Arabic, so the router does the spelling. */
export const linkTo = ({ kind, handle }: View) => ({ to: `/apps/todo/${kind}/$handle`, params: { handle } as never });

/** What the address says: the view, the to-do that is open in it, and what is searched for. */
export function useTodoView() {
  const { handle = "all" }: { handle?: string } = useParams({ strict: false });
  const named = useLocation({ select: ({ pathname }) => pathname.split("/")[3] });
  const { todo, search = "" }: { todo?: string; search?: string } = useSearch({ strict: false });
  const kind = kinds.find((known) => known === named) ?? "folder";
  const view = useMemo<View>(() => ({ kind, handle }), [kind, handle]);
  const navigate = useNavigate();
  const write = (change: { todo?: string | undefined; search?: string | undefined }, isReplacing: boolean) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, ...change }),
      replace: isReplacing,
      resetScroll: false,
    });
  return {
    view,
    openId: todo ?? null,
    search,
    /** One step of the history, however many to-dos are looked at one after the other: back leads to the list. */
    open: (id: string) => write({ todo: id }, todo !== undefined),
    close: () => write({ todo: undefined }, true),
    setSearch: (text: string) => write({ search: text === "" ? undefined : text }, true),
    goTo: (next: View) => void navigate(linkTo(next)),
  };
}
