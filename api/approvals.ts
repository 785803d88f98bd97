import type { Input, Operation, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";

/**
 * A change that needs the approval of a second person (domain 1.15). A feature lists it under `approvals`, and passes
 * its operation's input to `throughApproval` (features/access/approvals), which applies the change or creates a
 * request.
 */
export type Approvable<Op extends Operation = Operation> = {
  /** Stable across releases, as requests are stored under it: `roles.update`. */
  readonly action: string;
  /** As in the record's permissions and audit entries: `roles`. */
  readonly resource: string;
  /** The decider must hold its permission for the record. Its input is stored with the request. */
  readonly operation: Op;
  readonly resourceIdOf: (input: Input<Op>) => string;
  /** Which inputs of the operation need a second person. By default, all. */
  readonly isMeant?: (input: Input<Op>, ctx: Ctx) => boolean | Promise<boolean>;
  /** The record is a user, who may not decide about it. */
  readonly isAboutPerson?: true;
  /**
   * It changes who can approve changes, or could be a way to it. If no other user can decide about it, other approvers
   * have time to object before it is applied (docs/decisions/0048).
   */
  readonly guardsApproval?: true;
  /**
   * The current state of the record, such as its version; null, or `not_found`, when it is gone. A request based on
   * another state is stale. Also called without an actor, to show a request.
   */
  readonly baseVersion: (ctx: Ctx, input: Input<Op>) => Promise<string | number | null>;
  /** Makes the change, in the caller's transaction. Refuses whatever the operation refuses. */
  readonly apply: (ctx: Ctx, input: Input<Op>) => Promise<unknown>;
  /** A link that the approver sees once and must hand over; it can't be shown again. */
  readonly linkOf?: (answer: Output<Op>) => string | null;
  readonly describe: (ctx: Ctx, input: Input<Op>) => Promise<RequestDescription>;
};

export type RequestDescription = {
  /** The name that users know the record by. */
  readonly title: string;
  /** What the change affects, and how many: a code with the message `approvals.impact.<code>`. */
  readonly impact?: readonly { readonly code: string; readonly count: number }[];
};

/** Declares an approvable change. The return type lets a feature list changes of different operations together. */
export const approvable = <Op extends Operation>(declared: Approvable<Op>): Approvable => declared;
