import { lazy, type MouseEvent, Suspense } from "react";
import type { Total } from "#base/list.ts";
import type { CellContext, ListDefinition } from "#web/list/defineList.ts";
import { totalText } from "#web/list/thingsText.ts";
import type { ListViews, ViewTab } from "#web/list/useViews.ts";
import classes from "#web/list/ViewTabs.module.css";
import { useMessages } from "#web/useMessages.ts";

type ViewTabsProps = {
  readonly list: ListDefinition<never>;
  readonly views: ListViews;
  readonly totals: Readonly<Record<string, Total>>;
  readonly context: CellContext;
};

// The tabs are there first.
const ViewMenu = lazy(() => import("#web/list/ViewMenu.tsx").then((module) => ({ default: module.ViewMenu })));
const SaveView = lazy(() => import("#web/list/SaveView.tsx").then((module) => ({ default: module.SaveView })));

/** The views of a list as tabs: all records, the declared views, and those the user saved or that others share. */
export function ViewTabs({ list, views, totals, context }: ViewTabsProps) {
  const messages = useMessages("list");
  const follow = (event: MouseEvent, tab: ViewTab) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    views.show(tab);
  };
  return (
    <nav className={classes.tabs} aria-label={messages("views")}>
      {views.tabs.map((tab) => {
        const isCurrent = tab.id === views.current.id;
        const total = totals[tab.id];
        return (
          <span key={tab.id} className={classes.tab} data-current={isCurrent || undefined}>
            <a
              href={`${list.path}${tab.search}`}
              aria-current={isCurrent ? "page" : undefined}
              onClick={(event) => follow(event, tab)}
            >
              {tab.saved?.name ?? context.t(`views.${tab.id}`)}
              {/* Its place is kept while it loads, so that the tabs don't move. */}
              {(total || isCurrent || list.counts) && (
                <span className={classes.count}>{total && totalText(total, context.language)}</span>
              )}
              {isCurrent && views.isModified && (
                <span className={classes.modified} title={messages("modified")}>
                  <span className="hidden-visually">{messages("modified")}</span>
                </span>
              )}
            </a>
            {isCurrent && (
              <Suspense fallback={<span className={classes.more} />}>
                <ViewMenu list={list.name} views={views} />
              </Suspense>
            )}
          </span>
        );
      })}
      <Suspense>
        <SaveView list={list.name} views={views} />
      </Suspense>
    </nav>
  );
}
