import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { View } from "#demos/todo/rules.ts";
import { useOpenRecord } from "#web/panes/useOpenRecord.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";

const kinds: readonly View["kind"][] = ["folder", "filter", "label"];

/** For a link: `<Link {...linkTo(view)}>`. Handles may be Arabic, so the router does the spelling. */
export const linkTo = ({ kind, handle }: View) => ({ to: `/apps/todo/${kind}/$handle`, params: { handle } as never });

/** What the address says: the view, the to-do that is open in it, and what is searched for. */
export function useTodoView() {
  const { handle = "all" }: { handle?: string } = useParams({ strict: false });
  const named = useLocation({ select: ({ pathname }) => pathname.split("/")[3] });
  const kind = kinds.find((known) => known === named) ?? "folder";
  const view = useMemo<View>(() => ({ kind, handle }), [kind, handle]);
  const opened = useOpenRecord("todo");
  const [search, setSearch] = useSearchParam("search");
  const navigate = useNavigate();
  return { view, ...opened, search, setSearch, goTo: (next: View) => void navigate(linkTo(next)) };
}
