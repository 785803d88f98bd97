import type { Ctx } from "#api/context.ts";

/** An area that keeps something of members, notified in the transaction of the change, while the members are locked. */
export interface MemberFollower {
  /** Moves what `id` has to `into`, who stays. May refuse with `member_wallet_frozen`. */
  readonly merge: (ctx: Ctx, merged: { readonly id: string; readonly into: string }) => Promise<void>;
  /** Removes what identifies the member. May refuse with `member_has_money`. */
  readonly erase: (ctx: Ctx, erased: { readonly id: string }) => Promise<void>;
}
