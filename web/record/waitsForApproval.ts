import { isWaiting, type PendingApproval } from "#base/approvals.ts";

/**
 * Thrown if an update waits for approval instead of returning a record. The form then discards its input and says so.
 */
export class WaitsForApproval extends Error {
  readonly approvalId: string;

  constructor(approvalId: string) {
    super("waits for approval");
    this.approvalId = approvalId;
  }
}

/** The record that an update returns, if it was applied. */
export function unlessWaiting<Rec extends object>(answer: Rec | PendingApproval): Rec {
  if (isWaiting(answer)) throw new WaitsForApproval(answer.approvalId);
  return answer;
}
