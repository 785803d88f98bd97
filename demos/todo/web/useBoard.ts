import { useMemo, useRef, useState } from "react";
import { rowPx } from "#demos/todo/web/TodoList.tsx";
import type { OpenChooser } from "#demos/todo/web/TodoSelectionBar.tsx";
import { useClock } from "#demos/todo/web/useClock.ts";
import { useDeleteForEver } from "#demos/todo/web/useDeleteForEver.ts";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { type DisplayOptions, initialDisplay, useCounts, useShownTodos } from "#demos/todo/web/useShownTodos.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import { useTodoActions } from "#demos/todo/web/useTodoActions.ts";
import { useTodoKeys } from "#demos/todo/web/useTodoKeys.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { useTodoView } from "#demos/todo/web/useTodoView.ts";
import { useDetailFocus } from "#web/panes/useDetailFocus.ts";
import { useRows } from "#web/panes/useRows.ts";
import { useStored } from "#web/ui/useStored.ts";

export type Board = ReturnType<typeof useBoard>;

/** All that the panes share: what is shown, where the keyboard is, what is selected, and what can be done. */
export function useBoard(overview: Overview) {
  const titles = useTitles();
  const clock = useClock();
  const text = useMomentText(clock);
  const place = useTodoView();
  const actions = useTodoActions();
  const [display, setDisplay] = useStored<DisplayOptions>("mizan.todo.look", initialDisplay);
  const [chooser, setChooser] = useState<OpenChooser>(null);
  const addRef = useRef<HTMLInputElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const titleRef = useRef<HTMLTextAreaElement>(null);
  const { view, search } = place;
  const groups = useShownTodos(overview, { view, search, display, clock });
  const shown = useMemo(() => groups.flatMap(({ todos }) => todos), [groups]);
  const rows = useRows(shown, { opened: place, rowPx: rowPx.desk });
  const detail = useDetailFocus({ rows, opened: place });
  const deleteForEver = useDeleteForEver(actions, () => {
    rows.clear();
    place.close();
  });
  const onKeyDown = useTodoKeys({
    rows,
    detail,
    addRef,
    searchRef,
    titleRef,
    place,
    actions,
    display,
    setDisplay,
    setChooser,
    deleteForEver,
  });
  return {
    overview,
    clock,
    text,
    place,
    actions,
    display,
    setDisplay,
    chooser,
    setChooser,
    addRef,
    searchRef,
    titleRef,
    groups,
    shown,
    counts: useCounts(overview, clock),
    rows,
    detail,
    onKeyDown,
    deleteForEver,
    /** `null` where the address names nothing. */
    title: titles.view(view, overview),
  };
}
