import type { ApprovalState } from "#features/access/approvals/contract.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

const tones: Readonly<Record<ApprovalState, Tone>> = {
  pending: "info",
  approved: "ok",
  changes_requested: "warn",
  rejected: "error",
  withdrawn: "mute",
  stale: "mute",
  expired: "mute",
};

type ApprovalStateBadgeProps = { readonly state: ApprovalState; readonly children: string };

/** The state of a request. `children` is its text. */
export const ApprovalStateBadge = ({ state, children }: ApprovalStateBadgeProps) => (
  <StatusBadge tone={tones[state]}>{children}</StatusBadge>
);
