import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { isTimeZone } from "#base/days.ts";
import * as fields from "#base/fields.ts";
import { emailChoices, notificationKinds } from "#base/notifications.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

/** The most that one call answers. */
export const shownMax = 50;
/** The bell shows “99+” above. */
export const countedMax = 100;
/** Read and unread ones are deleted after so many days. */
export const keptDays = 90;
/** The most records that a user can watch, and as many can have a reminder. */
export const followedMax = 500;

const Kind = z.enum(notificationKinds);

export const Notification = z.object({
  id: fields.id(),
  kind: Kind,
  resource: z.string(),
  /** Null: of several records. */
  resourceId: z.nullable(z.string()),
  /** The name of the record. Null if it is gone, or has none. */
  title: z.nullable(z.string()),
  /** Who did it. Null: nobody in particular. */
  actorName: z.nullable(z.string()),
  /** How often it happened until it was read. */
  times: z.int(),
  payload: z.record(z.string(), z.union([z.string(), z.number()])),
  at: fields.instant(),
  isRead: z.boolean(),
});
export type Notification = z.output<typeof Notification>;

const KindSetting = z.strictObject({
  kind: Kind,
  bell: z.boolean(),
  popup: z.boolean(),
  email: z.enum(emailChoices),
});
export type KindSetting = z.output<typeof KindSetting>;

const minute = () => z.nullable(z.int().check(z.minimum(0), z.maximum(1439)));
const hours = {
  /** Minutes of the day. Both null: no quiet hours. */
  quietFrom: minute(),
  quietTo: minute(),
  timeZone: z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: "time_zone" })),
};

const Settings = z.object({
  kinds: z.array(KindSetting),
  ...hours,
  /** Whether this installation sends emails. */
  canEmail: z.boolean(),
});
export type NotificationSettings = z.output<typeof Settings>;

const record = { resource: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)), resourceId: fields.id() };
const FollowedRecords = z.object({
  watched: z.array(z.object(record)),
  reminders: z.array(z.object({ ...record, remindAt: fields.instant() })),
});
export type FollowedRecords = z.output<typeof FollowedRecords>;

export const notificationRefusals = refusals({
  too_many_followed: {
    status: 409,
    message: "You watch as many records as possible, or have as many reminders. Remove one first.",
  },
  reminder_past: { status: 422, message: "Choose a time in the future." },
});

const { not_found } = commonRefusals;
const session = { permission: "session" } as const;

export const notifications = {
  list: operation({
    ...session,
    method: "GET",
    path: "/api/v1/notifications",
    summary: "The caller’s notifications, the latest first, as far as they may still read the records",
    input: z.strictObject({
      show: z._default(z.enum(["unread", "all"]), "all"),
      /** The ID of the last one shown. */
      before: z.optional(fields.id()),
    }),
    output: z.object({ rows: z.array(Notification), hasMore: z.boolean() }),
    reads: [{ resource: "notifications" }],
  }),
  unread: operation({
    ...session,
    method: "GET",
    path: "/api/v1/notifications/unread",
    summary: "How many notifications are unread, and the latest that appear over the screen",
    input: z.strictObject({}),
    output: z.object({
      /** Up to 100. */
      count: z.int(),
      popups: z.array(Notification),
    }),
    reads: [{ resource: "notifications" }],
  }),
  markRead: operation({
    ...session,
    method: "POST",
    path: "/api/v1/notifications/read",
    summary: "Mark some notifications as read",
    input: z.strictObject({ ids: z.array(fields.id()).check(z.minLength(1), z.maxLength(shownMax)) }),
    output: z.object({ count: z.int() }),
  }),
  markAllRead: operation({
    ...session,
    method: "POST",
    path: "/api/v1/notifications/read-all",
    summary: "Mark all notifications up to an instant as read, so that later ones stay unread",
    input: z.strictObject({ until: fields.instant() }),
    output: z.object({ count: z.int() }),
  }),
  settings: operation({
    ...session,
    method: "GET",
    path: "/api/v1/notifications/settings",
    summary: "What the caller is notified of, and how",
    input: z.strictObject({}),
    reads: [{ resource: "notifications" }],
    output: Settings,
  }),
  saveSettings: operation({
    ...session,
    method: "PUT",
    path: "/api/v1/notifications/settings",
    summary: "Choose how to be notified of each kind, and when not. Kinds that are left out keep their settings",
    input: z
      .strictObject({ kinds: z.array(KindSetting).check(z.maxLength(notificationKinds.length)), ...hours })
      .check(
        z.refine(
          ({ quietFrom, quietTo }) =>
            (quietFrom === null && quietTo === null) ||
            (quietFrom !== null && quietTo !== null && quietFrom !== quietTo),
          { path: ["quietTo"], error: "quiet_hours" },
        ),
      ),
    output: Settings,
  }),
  followed: operation({
    ...session,
    method: "GET",
    path: "/api/v1/notifications/records",
    summary: "The records that the caller watches or is reminded of",
    input: z.strictObject({}),
    reads: [{ resource: "notifications" }],
    output: FollowedRecords,
  }),
  watch: operation({
    ...session,
    method: "PUT",
    path: "/api/v1/notifications/watched",
    summary: "Be notified of every change of a record, or not any more",
    input: z.strictObject({ ...record, isWatched: z.boolean() }),
    output: FollowedRecords,
    refusals: [not_found, notificationRefusals.too_many_followed],
  }),
  remind: operation({
    ...session,
    method: "PUT",
    path: "/api/v1/notifications/reminders",
    summary: "Be reminded of a record at an instant, or not any more",
    input: z.strictObject({ ...record, remindAt: z.nullable(fields.instant()) }),
    output: FollowedRecords,
    refusals: [not_found, notificationRefusals.too_many_followed, notificationRefusals.reminder_past],
  }),
};
