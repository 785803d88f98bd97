import type { RetailerStatus } from "#features/retailers/contract/records.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

const tones: Readonly<Record<RetailerStatus, Tone>> = {
  draft: "mute",
  submitted: "info",
  changes_requested: "warn",
  active: "ok",
  suspended: "warn",
  rejected: "error",
  closed: "mute",
};

type RetailerStatusBadgeProps = { readonly status: RetailerStatus; readonly children: string };

/** Where a retailer is in its life. `children` is the status in words. */
export const RetailerStatusBadge = ({ status, children }: RetailerStatusBadgeProps) => (
  <StatusBadge tone={tones[status]}>{children}</StatusBadge>
);
