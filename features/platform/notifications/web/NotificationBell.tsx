import styles from "#features/platform/notifications/web/NotificationBell.module.css";
import { usePopups } from "#features/platform/notifications/web/usePopups.ts";
import { useUnread } from "#features/platform/notifications/web/useNotifications.ts";
import { countedMax } from "#features/platform/notifications/contract.ts";
import { formatNumber } from "#web/formats.ts";
import type { PanelButtonProps } from "#web/screens.ts";
import { useSignedInUser } from "#web/session.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconBell } from "#web/ui/icons.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The bell in the toolbar with the number of unread notifications. Opens the quick panel. */
export function NotificationBell(props: PanelButtonProps) {
  const user = useSignedInUser();
  // While viewing as another user, there is none: nobody else reads a user’s own notifications.
  return user === null || user.viewedAs !== null ? null : <OwnBell {...props} />;
}

function OwnBell({ onOpen }: PanelButtonProps) {
  const messages = useMessages("notifications");
  const language = useLanguage();
  const unread = useUnread();
  usePopups(unread?.popups);
  useKeys([{ keys: "g n", label: messages("keys.open"), onKey: onOpen, scope: "everywhere" }]);
  const count = unread?.count ?? 0;
  const shown =
    count < countedMax
      ? formatNumber(language, count)
      : messages("more", { number: formatNumber(language, count - 1) });
  return (
    <IconButton
      label={count === 0 ? messages("title") : messages("bell", { count, number: shown })}
      className={styles.bell ?? ""}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <IconBell size={20} aria-hidden="true" />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {shown}
        </span>
      )}
    </IconButton>
  );
}
