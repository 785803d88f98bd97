import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { View } from "#demos/todo/rules.ts";
import { TodoSidePane } from "#demos/todo/web/TodoSidePane.tsx";
import styles from "#demos/todo/web/ViewChips.module.css";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { linkTo } from "#demos/todo/web/useTodoView.ts";
import { formatNumber } from "#web/formats.ts";
import { BottomSheet } from "#web/ui/BottomSheet.tsx";
import { IconMenu2 } from "#web/ui/icons.ts";
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

/** Where the pane has no room: the views that are used most, the current one among them, and all of them in a sheet. */
export function ViewChips({ overview, counts, view }: ViewChipsProps) {
  const t = useMessages("todo");
  const language = useLanguage();
  const titles = useTitles();
  const [isOpen, setOpen] = useState(false);
  const shown = most.some((one) => isSame(one, view)) ? most : [view, ...most];
  const titleOf = (one: View) =>
    one.handle === "all" && one.kind === "folder" ? t("folders.all") : (titles.view(one, overview) ?? one.handle);
  return (
    <>
      <nav className={styles.chips} aria-label={t("pane.label")}>
        <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <IconMenu2 size={16} aria-hidden="true" />
          {t("pane.more")}
        </button>
        {shown.map((one) => (
          <Link
            key={`${one.kind}/${one.handle}`}
            {...linkTo(one)}
            className={styles.chip}
            aria-current={isSame(one, view) ? "page" : undefined}
          >
            <bdi>{titleOf(one)}</bdi>
            <bdi>{formatNumber(language, counts[`${one.kind}/${one.handle}`] ?? 0)}</bdi>
          </Link>
        ))}
      </nav>
      <BottomSheet title={t("pane.label")} isOpen={isOpen} onClose={() => setOpen(false)}>
        <TodoSidePane overview={overview} counts={counts} view={view} onChoose={() => setOpen(false)} />
      </BottomSheet>
    </>
  );
}
