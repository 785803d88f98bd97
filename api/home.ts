import type { SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Operation } from "#base/contract.ts";
import type { Total } from "#base/list.ts";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

/**
 * What an area shows on the home screen. Home is below most areas and knows none of them: it gathers these
 * declarations, and answers those whose operation the caller may call (docs/decisions/0073).
 */
export type HomeParts = {
  readonly figures?: readonly HomeFigure[];
  readonly queues?: readonly HomeQueue[];
  readonly steps?: readonly FirstStep[];
};

/** A number of records, now and on the days before. */
export type HomeFigure = {
  readonly name: string;
  /** The list that it links to. Its permission decides who sees the figure and which rows are counted. */
  readonly operation: Operation;
  readonly rows: ScopePolicy;
  /** The rows that the linked list finds. */
  readonly where: (ctx: Ctx) => SQL;
  /** Rows per statement of an exact count: fewer where `where` costs more than a comparison. */
  readonly sliceRows?: number;
  /** How days before the first count are found. */
  readonly history: StatusHistory | PastCondition | EventHistory;
};

/** From the changes of a status in the audit log, where the figure counts the rows with one status. */
export type StatusHistory = {
  readonly status: PgColumn;
  readonly value: string;
  readonly createdAt: PgColumn;
};

/** From what the rows say about themselves: the rows that the figure would have counted then. */
export type PastCondition = (at: Instant) => SQL;

/** Of events: each row is counted on the day of this instant alone. Needs an index on it. */
export type EventHistory = { readonly on: PgColumn };

/** Open tasks of the caller. */
export type HomeQueue = {
  readonly name: string;
  readonly operation: Operation;
  /** Called with the permission of `operation`. At most `queueRows` rows, the most urgent first. */
  readonly read: (ctx: Ctx) => Promise<{ readonly total: Total; readonly rows: readonly QueueRow[] }>;
};

export const queueRows = 4;

type QueueRow = {
  readonly id: string;
  readonly title: string;
  readonly code: string | null;
  /** A name: who requested it, who certified it. */
  readonly by: string | null;
  /** What was requested, for approvals. */
  readonly change: { readonly action: string; readonly resource: string } | null;
  /** Since when it waits. */
  readonly at: Instant | null;
  /** Until when there is time. */
  readonly daysLeft: number | null;
  /** How much of a limit is used. */
  readonly percent?: number;
};

/** A step of setting up a new installation. Shown to users who may do it for all records. */
export type FirstStep = {
  readonly name: string;
  /** What it is done with. */
  readonly operation: Operation;
  /** A condition without the caller's scope: whether any user has done it. */
  readonly isDone: SQL;
};
