import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { NotificationRow } from "#features/platform/notifications/web/NotificationRow.tsx";
import styles from "#features/platform/notifications/web/NotificationPanel.module.css";
import { useNotificationList, useReading, useUnread } from "#features/platform/notifications/web/useNotifications.ts";
import type { Notification } from "#features/platform/notifications/contract.ts";
import type { PanelPartProps } from "#web/screens.ts";
import { accountPath } from "#web/guard.ts";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconBell } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The notifications in the quick panel, the latest first. Each leads to its record, and is read by that. */
export function NotificationPanel({ onClose }: PanelPartProps) {
  const messages = useMessages("notifications");
  const [show, setShow] = useState<"unread" | "all">("unread");
  const list = useNotificationList(show);
  const hasUnread = (useUnread()?.count ?? 0) > 0;
  const { readAll } = useReading();
  return (
    <section className={styles.panel} aria-label={messages("title")}>
      <h3>{messages("title")}</h3>
      <SegmentedControl
        fullWidth
        className={styles.choice}
        aria-label={messages("show.label")}
        value={show}
        onChange={(value) => setShow(value === "all" ? "all" : "unread")}
        data={[
          { value: "unread", label: messages("show.unread") },
          { value: "all", label: messages("show.all") },
        ]}
      />
      {list.error && !list.data && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      )}
      {list.isPending && <SkeletonRows rows={5} rowPx={64} />}
      {list.data && (
        <NotificationList rows={list.data.pages.flatMap(({ rows }) => rows)} show={show} onOpened={onClose} />
      )}
      {list.hasNextPage && (
        <Button variant="default" fullWidth loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messages("older")}
        </Button>
      )}
      <div className={styles.foot}>
        <LinkButton variant="default" to={`${accountPath}/notifications`} onClick={onClose}>
          {messages("settings")}
        </LinkButton>
        {/* All that are shown: while the list is being read, it may lack the latest. */}
        <Button disabled={!hasUnread || list.isFetching} onClick={readAll}>
          {messages("readAll")}
        </Button>
      </div>
    </section>
  );
}

type NotificationListProps = {
  readonly rows: readonly Notification[];
  readonly show: "unread" | "all";
  readonly onOpened: () => void;
};

function NotificationList({ rows, show, onOpened }: NotificationListProps) {
  const messages = useMessages("notifications");
  const today = localDay(new Date(useNow()));
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<IconBell size={24} aria-hidden="true" />}
        title={messages(show === "unread" ? "empty.unread" : "empty.all")}
        text={messages("empty.text")}
      />
    );
  const isToday = ({ at }: Notification) => localDay(new Date(at)) === today;
  const parts = [
    { name: "today", rows: rows.filter(isToday) },
    { name: "earlier", rows: rows.filter((row) => !isToday(row)) },
  ] as const;
  return (
    <div data-notifications>
      {parts
        .filter((part) => part.rows.length > 0)
        .map((part) => (
          <section key={part.name} className={styles.part} aria-label={messages(part.name)}>
            <h4>{messages(part.name)}</h4>
            <ul className={styles.list}>
              {part.rows.map((row) => (
                <NotificationRow key={row.id} notification={row} onOpened={onOpened} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
