import { isWaiting, type Waiting } from "#base/approvals.ts";

/** Thrown where a record is awaited and its change waits for a second person instead. A form lets go of it and says so. */
export class WaitsForApproval extends Error {
  readonly approvalId: string;

  constructor(approvalId: string) {
    super("waits for approval");
    this.approvalId = approvalId;
  }
}

/** The record that a change answers, if it was made. */
export function unlessWaiting<Rec extends object>(answer: Rec | Waiting): Rec {
  if (isWaiting(answer)) throw new WaitsForApproval(answer.approvalId);
  return answer;
}
