import * as z from "zod/mini";

/** What an operation answers instead of its record when its change needs an approval (docs/decisions/0015). */
export const Waiting = z.object({ approvalId: z.string() });
export type Waiting = z.output<typeof Waiting>;

export const isWaiting = (answer: object): answer is Waiting => "approvalId" in answer;
