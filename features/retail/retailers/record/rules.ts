import type { DecisionRights } from "#base/decisions.ts";
import type { RetailerStatus, Transition } from "#features/retail/retailers/record/contract.ts";
import { branchesAlong, type Facts, retailerLifecycle } from "#features/retail/retailers/record/lifecycle.ts";

/** A retailer before a transition: its status, and what the transition asks of it. */
export type Candidate = Facts & {
  readonly status: RetailerStatus;
  /** Defaults to false. */
  readonly isStatusLocked?: boolean;
};

/** The transitions that are possible now, with what blocks them for a user with this standing. */
export const allowedTransitions = (retailer: Candidate, standing?: DecisionRights): Transition[] =>
  retailerLifecycle.from(retailer, standing).map((each) => toTransition(retailer, each));

/** Null when the retailer's status never leads there. */
export const transitionTo = (retailer: Candidate, to: RetailerStatus, standing?: DecisionRights): Transition | null =>
  allowedTransitions(retailer, standing).find((transition) => transition.to === to) ?? null;

type Possible = ReturnType<typeof retailerLifecycle.from>[number];

/** A transition as the API returns it. */
export function toTransition(retailer: Candidate, { to, needsReason, blockers }: Possible): Transition {
  const branchesCount = branchesAlong(retailer, to);
  return {
    to,
    isAllowed: blockers.length === 0,
    needsReason: needsReason === true,
    blockers: blockers as Transition["blockers"],
    branchesCount,
    needsBranches: to === "closed" && branchesCount > 0,
  };
}
