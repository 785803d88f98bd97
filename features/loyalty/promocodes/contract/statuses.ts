import * as z from "zod/mini";
import { type Decisions, decisionBlockers } from "#base/decisions.ts";
import { promocodeLifecycle } from "#features/loyalty/promocodes/lifecycle.ts";

export const promocodeStatuses = promocodeLifecycle.statuses;
export const PromocodeStatus = z.enum(promocodeStatuses);
export type PromocodeStatus = z.output<typeof PromocodeStatus>;

/** What the live version does at the moment of asking. */
export const runStates = ["scheduled", "active", "paused", "exhausted", "ended"] as const;
export const RunState = z.enum(runStates);
export type RunState = z.output<typeof RunState>;

export const pauseSources = ["manual", "halal", "budget", "funding", "fraud"] as const;
export type PauseSource = (typeof pauseSources)[number];
/** The sources that people select; the others are the system's. */
export const manualPauseSources = ["manual", "fraud"] as const;

const promocodeBlockers = ["code_missing", ...decisionBlockers] as const;
export const PromocodeTransition = z.object({
  to: PromocodeStatus,
  isAllowed: z.boolean(),
  needsReason: z.boolean(),
  /** Empty if it is allowed. */
  blockers: z.array(z.enum(promocodeBlockers)),
});
export type PromocodeTransition = z.output<typeof PromocodeTransition>;

/** Who may approve a promocode. Nothing locks a status, so nothing is lifted. */
export const promocodeStatusPermissions = { approve: "promocodes.approve", lift: "promocodes.approve" } as const;

/** Changes that need more than the update permission. */
export const promocodeDecisions: Decisions = {
  resource: "promocodes",
  fields: {},
  transitions: { approve: promocodeStatusPermissions.approve },
};
