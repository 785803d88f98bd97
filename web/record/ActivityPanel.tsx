import { Button } from "@mantine/core";
import type { ComponentType } from "react";
import type { Operation } from "#base/contract.ts";
import type { Translate } from "#web/messageKeys.ts";
import { ActivityEntry, type ActivityEntryProps } from "#web/record/ActivityEntry.tsx";
import classes from "#web/record/ActivityPanel.module.css";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { useActivity } from "#web/record/useActivity.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";
import { useNow } from "#web/record/useNow.ts";

type ActivityPanelProps = {
  readonly operation: Operation;
  readonly id: string;
  readonly texts: FieldFormatters;
  /** The feature's messages: an action's text is `activity.<action>`. */
  readonly t: Translate<never>;
  /** Draws an event, in place of `ActivityEntry`. */
  readonly Entry?: ComponentType<ActivityEntryProps>;
  /** Only the latest entries, with a link to all of them. */
  readonly onAll?: () => void;
};

const latestMax = 6;

/** Who changed this record, when, and from what to what. */
export function ActivityPanel({ operation, id, texts, t, Entry = ActivityEntry, onAll }: ActivityPanelProps) {
  const messages = useMessages("record");
  const now = useNow();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivity(
    operation,
    id,
  );
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const names = Object.assign({}, ...(data?.pages.map((page) => page.names ?? {}) ?? [])) as Record<string, string>;
  const shown = onAll ? events.slice(0, latestMax) : events;
  return (
    <section
      className={classes.panel}
      aria-label={messages("activity.title")}
      data-activity
      data-whole={onAll ? undefined : ""}
    >
      <header className={classes.head}>
        <h2>{messages("activity.title")}</h2>
        {onAll && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onAll}>
            {messages("activity.all")}
          </Button>
        )}
      </header>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} rowPx={56} />
      ) : events.length === 0 ? (
        <p className={classes.none}>{messages("activity.none")}</p>
      ) : (
        <ol className={classes.events}>
          {shown.map((event) => (
            <Entry key={event.id} {...{ event, texts, names, t, now }} isBrief={onAll !== undefined} />
          ))}
        </ol>
      )}
      {!onAll && hasNextPage && (
        <Button variant="default" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {messages("activity.older")}
        </Button>
      )}
    </section>
  );
}
