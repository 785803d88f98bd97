import type { Input, Operation, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";

/**
 * A change that a second person approves before it happens (domain 1.15). A feature lists it under `approvals`, and hands
 * its operation's input to `throughApproval` (features/access/approvals), which applies it or makes a request of it.
 */
export type Approvable<Op extends Operation = Operation> = {
  /** Stable across releases, as requests are kept under it: `roles.update`. */
  readonly action: string;
  /** As in the record's permissions and audit entries: `roles`. */
  readonly resource: string;
  /** Whoever decides must hold its permission for the record. Its input is what waits. */
  readonly operation: Op;
  readonly resourceIdOf: (input: Input<Op>) => string;
  /** Of many changes of an operation those that need a second person. All of them unless told. */
  readonly isMeant?: (input: Input<Op>, ctx: Ctx) => boolean | Promise<boolean>;
  /** The record is a person, who is nobody to decide about it. */
  readonly isAboutPerson?: true;
  /**
   * It changes who can approve changes, or could be a way to it. Where nobody else could decide about it, whoever else
   * approves changes has time to object before it is made (docs/decisions/0048).
   */
  readonly guardsApproval?: true;
  /**
   * What the record is now, such as its version; null, or `not_found`, when it is gone. A request made from another one is
   * stale. Asked without an actor as well, by whoever looks at a request.
   */
  readonly baseVersion: (ctx: Ctx, input: Input<Op>) => Promise<string | number | null>;
  /** Makes the change, in the caller's transaction. Refuses whatever the operation refuses. */
  readonly apply: (ctx: Ctx, input: Input<Op>) => Promise<unknown>;
  /** What whoever approves is told once, and nobody later: a link that has to be handed over. */
  readonly linkOf?: (answer: Output<Op>) => string | null;
  readonly describe: (ctx: Ctx, input: Input<Op>) => Promise<Described>;
};

export type Described = {
  /** The record by the name that people know it by. */
  readonly title: string;
  /** Whom or what it touches: a code, whose words are the approvals' `impact.<code>`, and how many. */
  readonly impact?: readonly { readonly code: string; readonly count: number }[];
};

/** Declares one. The list of a feature holds them by what they all have in common. */
export const approvable = <Op extends Operation>(declared: Approvable<Op>): Approvable => declared;
