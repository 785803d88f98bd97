import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { Total } from "#base/list.ts";

export const homePeriods = ["today", "7d", "30d", "quarter"] as const;
export type HomePeriod = (typeof homePeriods)[number];
export const homePeriodDefault: HomePeriod = "30d";

const QueueRow = z.object({
  id: z.string(),
  title: z.string(),
  /** Other names by language, where the record has them. */
  titleI18n: z.optional(z.record(z.string(), z.string())),
  code: z.nullable(z.string()),
  by: z.nullable(z.string()),
  byI18n: z.optional(z.nullable(z.record(z.string(), z.string()))),
  change: z.nullable(z.object({ action: z.string(), resource: z.string() })),
  at: z.nullable(fields.instant()),
  daysLeft: z.nullable(z.int()),
  /** How much of a limit is used. */
  percent: z.optional(z.int()),
});
const Queue = z.object({ name: z.string(), total: Total, rows: z.array(QueueRow) });
export type Queue = z.output<typeof Queue>;

const FigureDay = z.object({
  day: z.string(),
  /** Null before the first count. */
  value: z.nullable(z.int()),
  /** The same day of the period before. */
  previous: z.nullable(z.int()),
});
export type FigureDay = z.output<typeof FigureDay>;

const Figure = z.object({
  name: z.string(),
  /** What the linked list counts now. */
  total: Total,
  /** At the end of the period before; null if that is not known. */
  before: z.nullable(z.int()),
  /** Oldest first. The last is today. Empty if nothing was counted yet for the caller's rows. */
  days: z.array(FigureDay),
});
export type Figure = z.output<typeof Figure>;

const Activity = z.object({
  /** Of the latest entry. */
  id: z.string(),
  at: fields.instant(),
  actorType: z.enum(["user", "apiKey", "system"]),
  actorName: z.string(),
  isMe: z.boolean(),
  action: z.string(),
  resource: z.string(),
  /** `*`: many at once. */
  resourceId: z.string(),
  resourceTitle: z.nullable(z.string()),
  /** Entries of this actor, action and resource in this minute. */
  count: z.int(),
});
export type Activity = z.output<typeof Activity>;

/** In the order in which a new installation is set up. */
export const firstStepNames = ["brand", "product", "certificate", "colleague", "retailer", "assignment"] as const;
export type FirstStepName = (typeof firstStepNames)[number];

export const FirstSteps = z.object({
  /** Those that the caller may do. Empty when all are done. */
  steps: z.array(z.object({ name: z.enum(firstStepNames), isDone: z.boolean() })),
  isDismissed: z.boolean(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const home = {
  read: operation({
    method: "GET",
    path: "/api/v1/home",
    reads: [
      { resource: "approvals" },
      { resource: "certificates" },
      { resource: "users" },
      { resource: "retailers" },
      { resource: "promocodes" },
    ],
    permission: "session",
    summary: "What waits for the caller, figures with their change, and the latest activity, as far as they may see it",
    input: z.strictObject({ period: z._default(z.enum(homePeriods), homePeriodDefault) }),
    output: z.object({
      queues: z.array(Queue),
      figures: z.array(Figure),
      activity: z.array(Activity),
      firstSteps: FirstSteps,
    }),
  }),
  firstSteps: operation({
    method: "GET",
    path: "/api/v1/home/first-steps",
    reads: [
      { resource: "brands" },
      { resource: "products" },
      { resource: "certificates" },
      { resource: "users" },
      { resource: "retailers" },
      { resource: "assignments" },
    ],
    permission: "session",
    summary: "The steps of setting up a new installation, and which are done",
    input: z.strictObject({}),
    output: FirstSteps,
  }),
  dismissFirstSteps: operation({
    method: "PUT",
    path: "/api/v1/home/first-steps",
    permission: "session",
    summary: "Hide the first steps for the caller, or show them again",
    input: z.strictObject({ isDismissed: z.boolean() }),
    output: FirstSteps,
  }),
};
