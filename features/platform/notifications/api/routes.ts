import { notifyingCaller } from "#api/live/record.ts";
import { type Feature, serve } from "#api/serve.ts";
import { notificationJobs } from "#features/platform/notifications/api/jobs.ts";
import { seedNotifications } from "#features/platform/notifications/api/seed.ts";
import { readFollowed, remind, watch } from "#features/platform/notifications/api/service/followed.ts";
import { notifier } from "#features/platform/notifications/api/service/notify.ts";
import { notificationRecords } from "#features/platform/notifications/api/service/personalRecords.ts";
import {
  listNotifications,
  markAllRead,
  markRead,
  readUnread,
} from "#features/platform/notifications/api/service/reads.ts";
import { readSettings, saveSettings } from "#features/platform/notifications/api/service/settings.ts";
import { notifications } from "#features/platform/notifications/contract.ts";

export const notificationsFeature: Feature = {
  routes: serve(notifications, {
    list: listNotifications,
    unread: readUnread,
    markRead: notifyingCaller("notifications", markRead),
    markAllRead: notifyingCaller("notifications", markAllRead),
    settings: readSettings,
    saveSettings: notifyingCaller("notifications", saveSettings),
    followed: readFollowed,
    watch: notifyingCaller("notifications", watch),
    remind: notifyingCaller("notifications", remind),
  }),
  notifier,
  jobs: notificationJobs,
  personal: [notificationRecords],
  seed: seedNotifications,
};
