import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { useListMemories } from "#web/list/listMemory.ts";
import { NeighbourLinks } from "#web/record/NeighbourLinks.tsx";
import classes from "#web/record/RecordPage.module.css";
import { RecordTools } from "#web/record/RecordTools.tsx";
import { useRecentRecord } from "#web/recentRecords.ts";
import { parseSearch } from "#web/searchText.ts";
import { IconChevronRight } from "#web/ui/icons.ts";
import { StarButton } from "#web/ui/StarButton.tsx";
import { type Tab, Tabs } from "#web/ui/Tabs.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useMessages } from "#web/useMessages.ts";

const PresentPeople = lazy(async () => (await import("#web/live/loadPeople.ts")).loadPresentPeople());

type RecordPageProps = {
  /** Name of the list that the record belongs to, as in its definition. */
  readonly list: { readonly name: string; readonly title: string; readonly path: `/${string}` };
  /** Null for a new record. */
  readonly id: string | null;
  /** The name of its changes in the event stream, if not that of its list. */
  readonly resource?: string;
  readonly title: string;
  /** How users refer to it, such as its code; the last part of the breadcrumb. */
  readonly crumb: string;
  readonly picture?: ReactNode;
  readonly badge?: ReactNode;
  /** A line of facts below the title. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  /** Explains the status. */
  readonly note?: ReactNode;
  readonly tabs?: {
    readonly all: readonly Tab<string>[];
    readonly current: string;
    readonly onChange: (name: string) => void;
  };
  /** Shown beside the content on a wide screen. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A record's page: breadcrumb, title and facts, actions, and tabs. */
export function RecordPage(props: RecordPageProps) {
  const {
    list,
    id,
    resource = list.name,
    title,
    crumb,
    picture,
    badge,
    facts,
    actions,
    note,
    tabs,
    aside,
    children,
  } = props;
  useDocumentTitle(title);
  useRecentRecord(id);
  const columns = (
    <div className={classes.columns} data-aside={aside ? "" : undefined}>
      <div className={classes.main}>{children}</div>
      {aside && (
        <aside className={classes.aside} data-record-aside>
          {aside}
        </aside>
      )}
    </div>
  );
  return (
    <div className={classes.page} data-page>
      <header>
        <div className={classes.path}>
          <Crumbs list={list} crumb={crumb} />
          {id && <NeighbourLinks listName={list.name} id={id} />}
        </div>
        <div className={classes.head}>
          {picture}
          <div className={classes.titles}>
            <div className={classes.titleLine}>
              <h1 tabIndex={-1} dir="auto">
                {title}
              </h1>
              {badge}
            </div>
            {facts && <div className={classes.facts}>{facts}</div>}
          </div>
          <div className={classes.actions}>
            <Suspense>{id && <PresentPeople resource={resource} id={id} />}</Suspense>
            {id && (
              <span className={classes.tools}>
                <RecordTools />
              </span>
            )}
            {id && <StarButton title={title} />}
            {actions}
          </div>
        </div>
        {note}
      </header>
      {tabs ? (
        <Tabs label={title} tabs={tabs.all} current={tabs.current} onChange={tabs.onChange}>
          {columns}
        </Tabs>
      ) : (
        columns
      )}
    </div>
  );
}

function Crumbs({ list, crumb }: Pick<RecordPageProps, "list" | "crumb">) {
  const messages = useMessages();
  const memory = useListMemories().lists.get(list.name);
  return (
    <nav className={classes.crumbs} aria-label={messages("frame.breadcrumb")}>
      <Link to={list.path} search={parseSearch(memory?.query ?? "")}>
        {list.title}
      </Link>
      <IconChevronRight size={14} className="flip" aria-hidden />
      <span aria-current="page">
        <bdi>{crumb}</bdi>
      </span>
    </nav>
  );
}
