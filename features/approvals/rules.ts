import { dayMs } from "#base/time.ts";
import type { ApprovalState, Decision } from "#features/approvals/contract.ts";

/** So long a request waits. Whoever still wants the change asks again. */
export const waitingMs = 14 * dayMs;

const states = { approve: "approved", ask_changes: "changes_requested", reject: "rejected" } as const;

/** What a request becomes by a decision. */
export const stateAfter = (decision: Decision) => states[decision] satisfies ApprovalState;

/** Whoever is turned down is told why. */
export const needsComment = (decision: Decision): boolean => decision !== "approve";

/** Whose requests are called by the change whose rule they are about: `roles.update`. People know it by its words. */
export const ruleResource = "approvalRules";
