import { Menu } from "@mantine/core";
import type { MouseEvent } from "react";
import type { Total } from "#base/list.ts";
import type { CellContext, ListDefinition } from "#web/list/defineList.ts";
import { SaveView } from "#web/list/SaveView.tsx";
import { totalText } from "#web/list/thingsText.ts";
import type { ListViews, ViewTab } from "#web/list/useViews.ts";
import classes from "#web/list/ViewTabs.module.css";
import { IconChevronDown } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type ViewTabsProps = {
  readonly list: ListDefinition<never>;
  readonly views: ListViews;
  readonly totals: Readonly<Record<string, Total>>;
  readonly context: CellContext;
};

/** The views of a list as tabs: all records, the declared views, and those the user saved. */
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
              {tab.name ?? context.t(`views.${tab.id}`)}
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
            {isCurrent && tab.isOwn && <OwnViewMenu views={views} />}
          </span>
        );
      })}
      <SaveView onSave={views.save} />
    </nav>
  );
}

function OwnViewMenu({ views }: { readonly views: ListViews }) {
  const messages = useMessages("list");
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes.more} aria-label={messages("viewActions")}>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!views.isModified} onClick={views.keep}>
          {messages("keepView")}
        </Menu.Item>
        <Menu.Item disabled={!views.isModified} onClick={() => views.show(views.current)}>
          {messages("resetView")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={views.remove}>
          {messages("removeView")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
