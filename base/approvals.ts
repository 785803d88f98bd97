import * as z from "zod/mini";

/** What an operation answers instead of its record when its change needs an approval (docs/decisions/0015). */
export const PendingApproval = z.object({ approvalId: z.string() });
export type PendingApproval = z.output<typeof PendingApproval>;

export const isWaiting = (answer: object): answer is PendingApproval => "approvalId" in answer;
