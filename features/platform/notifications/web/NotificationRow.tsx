import { Link } from "@tanstack/react-router";
import type { ComponentType, KeyboardEvent } from "react";
import type { NotificationKind } from "#base/notifications.ts";
import type { Notification } from "#features/platform/notifications/contract.ts";
import { pathOf } from "#features/platform/notifications/rules.ts";
import { notificationText } from "#features/platform/notifications/rules/texts.ts";
import styles from "#features/platform/notifications/web/NotificationRow.module.css";
import { useReading } from "#features/platform/notifications/web/useNotifications.ts";
import { formatDateTime, formatNumber, formatRelative } from "#web/formats.ts";
import { useNow } from "#web/record/useNow.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import {
  IconAlertTriangle,
  IconBell,
  IconCertificate,
  IconCheck,
  IconChecks,
  IconClock,
  IconDownload,
  IconEye,
  IconLock,
  IconMail,
} from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Icon = ComponentType<{ readonly size?: number; readonly "aria-hidden"?: "true" }>;
const icons: Readonly<Record<NotificationKind, Icon>> = {
  approvalRequested: IconChecks,
  approvalDecided: IconChecks,
  certificateAssigned: IconCertificate,
  certificateDecided: IconCertificate,
  certificateExpiring: IconCertificate,
  importFinished: IconDownload,
  exportFinished: IconDownload,
  bulkFinished: IconDownload,
  payoutFailed: IconAlertTriangle,
  lowFunding: IconAlertTriangle,
  promocodeBudget: IconAlertTriangle,
  mention: IconMail,
  reminder: IconClock,
  watchedRecord: IconEye,
  security: IconLock,
};
const urgent: ReadonlySet<NotificationKind> = new Set(["payoutFailed", "lowFunding", "promocodeBudget", "security"]);

type NotificationRowProps = { readonly notification: Notification; readonly onOpened: () => void };

/** One group of events: what happened, how often and when, and the way to its record. */
export function NotificationRow({ notification, onOpened }: NotificationRowProps) {
  const messages = useMessages("notifications");
  const language = useLanguage();
  const now = useNow();
  const { read } = useReading();
  const { id, kind, at, times, resourceId, isRead } = notification;
  const path = pathOf(notification);
  const Shown = icons[kind] ?? IconBell;
  const content = (
    <>
      <span className={styles.icon} data-urgent={urgent.has(kind) || undefined}>
        <Shown size={18} aria-hidden="true" />
      </span>
      <span className={styles.text}>
        <span dir="auto">{notificationText(notification, language)}</span>
        <span className={styles.facts}>
          <time dateTime={at} title={formatDateTime(language, at)}>
            {formatRelative(language, at, now)}
          </time>
          {/* Of several records, the text has the number. */}
          {times > 1 && resourceId !== null && (
            <span>{messages("times", { count: times, number: formatNumber(language, times) })}</span>
          )}
          {!isRead && <span className="hidden-visually">{messages("unread")}</span>}
        </span>
      </span>
    </>
  );
  const handleOpen = () => {
    if (!isRead) read([id]);
    onOpened();
  };
  return (
    <li className={styles.row} data-unread={!isRead || undefined} onKeyDown={moveFocus}>
      {path === null ? (
        // Without a record to open, it is still reached by the arrow keys.
        <span className={styles.open} data-notification tabIndex={-1}>
          {content}
        </span>
      ) : (
        <Link to={path} className={styles.open} data-notification onClick={handleOpen}>
          {content}
        </Link>
      )}
      {!isRead && (
        <IconButton size="sm" label={messages("read")} onClick={() => read([id])}>
          <IconCheck size={16} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** The arrow keys move between notifications, Home and End to the ends. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = Array.from(
    event.currentTarget.closest("[data-notifications]")?.querySelectorAll<HTMLElement>("[data-notification]") ?? [],
  );
  const at = rows.findIndex((row) => row.contains(document.activeElement) || row === document.activeElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const target = rows[steps[event.key] ?? -1];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
