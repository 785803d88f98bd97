import type { RedemptionStatus } from "#features/loyalty/promocodes/contract/calls.ts";
import type { Tone } from "#web/ui/StatusBadge.tsx";

// Not hooks themselves: what cells of the list and components share.

export const redemptionsPath = "/apps/promocode/redemptions";

export const redemptionTones: Readonly<Record<RedemptionStatus, Tone>> = {
  reserved: "info",
  committed: "ok",
  released: "mute",
  expired: "mute",
  partially_rolled_back: "warn",
  rolled_back: "error",
};
