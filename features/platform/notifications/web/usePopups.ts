import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Notification } from "#features/platform/notifications/contract.ts";
import { pathOf } from "#features/platform/notifications/rules.ts";
import { notificationText } from "#features/platform/notifications/rules/texts.ts";
import { useReading } from "#features/platform/notifications/web/useNotifications.ts";
import { useLeaderTab } from "#web/optimistic/useLeaderTab.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Shows what is new since this page was opened, once, and in one of the user’s tabs. */
export function usePopups(popups: readonly Notification[] | undefined): void {
  const isLeader = useLeaderTab("notifications");
  const known = useRef<Set<string> | null>(null);
  const toast = useToast();
  const navigate = useNavigate();
  const language = useLanguage();
  const messages = useMessages("notifications");
  const { read } = useReading();
  useEffect(() => {
    if (popups === undefined) return;
    const isFirst = known.current === null;
    const seen = (known.current ??= new Set());
    for (const popup of popups.toReversed()) {
      const key = `${popup.id} ${popup.times}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (isFirst || !isLeader) continue;
      const path = pathOf(popup);
      const open = () => {
        read([popup.id]);
        void navigate({ to: path! });
      };
      const action = path === null ? {} : { action: { label: messages("open"), onAction: open } };
      toast({ variant: "info", text: notificationText(popup, language), ...action });
    }
  }, [popups, isLeader, toast, navigate, language, messages, read]);
}
