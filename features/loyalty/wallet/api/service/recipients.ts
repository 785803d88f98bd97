import type { SealedColumn } from "#api/cipherKey.ts";

/** A recipient is encrypted for its member, in the method and in the payments that it was copied to. */
export const recipientPurpose = (memberId: string): string => `payout:${memberId}`;
export const sealedRecipients: readonly SealedColumn[] = ["payout_methods", "payout_items"].map((table) => ({
  table,
  column: "recipient_sealed",
  owner: "member_id",
  purposeOf: recipientPurpose,
}));
