import { Link } from "@tanstack/react-router";
import type { View } from "#demos/todo/rules.ts";
import { TodoSidePane } from "#demos/todo/web/TodoSidePane.tsx";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { linkTo } from "#demos/todo/web/useTodoView.ts";
import { formatNumber } from "#web/formats.ts";
import { paneChip, PaneChips } from "#web/panes/PaneChips.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ViewChipsProps = {
  readonly overview: Overview;
  readonly counts: Readonly<Record<string, number>>;
  readonly view: View;
};

const most: readonly View[] = [
  { kind: "folder", handle: "all" },
  { kind: "filter", handle: "today" },
  { kind: "filter", handle: "starred" },
  { kind: "filter", handle: "important" },
];

const isSame = (a: View, b: View) => a.kind === b.kind && a.handle === b.handle;

/** Where the side pane has no room: the views that are used most, and the current one. */
export function ViewChips({ overview, counts, view }: ViewChipsProps) {
  const t = useMessages("todo");
  const language = useLanguage();
  const titles = useTitles();
  const shown = most.some((one) => isSame(one, view)) ? most : [view, ...most];
  const titleOf = (one: View) =>
    one.handle === "all" && one.kind === "folder" ? t("folders.all") : (titles.view(one, overview) ?? one.handle);
  return (
    <PaneChips
      label={t("pane.label")}
      moreLabel={t("pane.more")}
      renderPane={(onChoose) => <TodoSidePane overview={overview} counts={counts} view={view} onChoose={onChoose} />}
    >
      {shown.map((one) => (
        <Link
          key={`${one.kind}/${one.handle}`}
          {...linkTo(one)}
          className={paneChip}
          aria-current={isSame(one, view) ? "page" : undefined}
        >
          <bdi>{titleOf(one)}</bdi>
          <bdi>{formatNumber(language, counts[`${one.kind}/${one.handle}`] ?? 0)}</bdi>
        </Link>
      ))}
    </PaneChips>
  );
}
