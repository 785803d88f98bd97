import type { AccountReference } from "#features/loyalty/ledger/contract/accounts.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";

// Not hooks themselves: what cells of lists and components share.

export const ledgerPath = "/apps/e-wallet/ledger";
export const adjustmentsPath = "/apps/e-wallet/adjustments";
export const statementPath = (accountId: string) => `${ledgerPath}/accounts/${accountId}` as const;

/** The kinds that staff can filter by. Others are shown as they are stored. */
export const transactionKinds = [
  "adjustment",
  "reversal",
  "brand_funded",
  "funding_topped_up",
  "cashback_earned",
  "cashback_confirmed",
  "cashback_declined",
  "cashback_reversed",
  "cashback_expired",
  "discount_paid",
  "discount_returned",
  "wallet_spent",
  "payout_locked",
  "payout_sent",
  "payout_paid",
  "payout_failed",
  "payout_returned",
  "payout_fee",
  "hold_placed",
  "hold_captured",
  "hold_released",
  "hold_expired",
  "levelled",
] as const;

export type LedgerText = Translate<MessageKey<"ledger">>;

export const kindText = (kind: string, t: LedgerText): string =>
  t(`kind.${kind}`, { defaultValue: kind.replaceAll("_", " ") });

const shownIdLength = 8;

/** Members are masked: only the end of their ID is shown. Of an account that the reader may not see, its kind. */
export function ownerText({ ownerKind, ownerId, ownerName }: Omit<AccountReference, "id">, t: LedgerText): string {
  if (ownerKind === "member" && ownerId !== null)
    return t("owner.masked", { end: `••• ${ownerId.slice(-shownIdLength)}` });
  return ownerName ?? t(`ownerKind.${ownerKind}`);
}

/** `Demo Souk, settlement`. It begins with a mark of its direction, as its first letter may be of the other one. */
export const accountText = (account: Omit<AccountReference, "id">, t: LedgerText): string =>
  t("account", { owner: ownerText(account, t), purpose: t(`purpose.${account.purpose}`) });
