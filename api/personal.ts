import type { Ctx } from "#api/context.ts";

type Whose = { readonly userId: string };

/**
 * What a feature keeps about people who sign in, so that all of it can be handed out and all of it be taken away,
 * without anybody having to know who keeps what (docs/decisions/0020).
 */
export type PersonalRecords = {
  /** Its name in the file that a person gets. */
  readonly name: string;
  /** Everything that is kept about a person; null where that is nothing. */
  readonly read: (ctx: Ctx, whose: Whose) => Promise<unknown>;
  /**
   * Takes away what tells who somebody was and what opens a door for them, in the transaction of the erasure. Left out
   * where all that is kept is the id, which tells nobody's name any more.
   */
  readonly erase?: (ctx: Ctx, whose: Whose) => Promise<void>;
};
