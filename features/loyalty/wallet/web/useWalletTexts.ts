import type { BatchStatus, ItemStatus } from "#features/loyalty/wallet/rules/payouts.ts";
import type { CashbackStatus } from "#features/loyalty/wallet/rules/cashback.ts";
import type { Tone } from "#web/ui/StatusBadge.tsx";

// Not hooks themselves: what cells of the lists and components share.

export const cashbackTones: Readonly<Record<CashbackStatus, Tone>> = {
  tracked: "info",
  pending: "info",
  on_hold: "warn",
  available: "ok",
  in_payout: "info",
  paid: "ok",
  declined: "mute",
  reversed: "mute",
  expired: "mute",
};

export const batchTones: Readonly<Record<BatchStatus, Tone>> = {
  draft: "mute",
  locked: "warn",
  approved: "info",
  exported: "info",
  submitted: "info",
  partially_reconciled: "warn",
  reconciled: "ok",
  cancelled: "mute",
};

export const itemTones: Readonly<Record<ItemStatus, Tone>> = {
  locked: "info",
  sent: "info",
  paid: "ok",
  failed: "error",
  returned: "warn",
  cancelled: "mute",
};
