import type { BrandStatus } from "#features/brands/contract/statuses.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

const tones: Readonly<Record<BrandStatus, Tone>> = {
  draft: "mute",
  submitted: "info",
  active: "ok",
  suspended: "warn",
  rejected: "error",
  archived: "mute",
};

type BrandStatusBadgeProps = { readonly status: BrandStatus; readonly children: string };

/** Where a brand is in its life. `children` is the status in words. */
export const BrandStatusBadge = ({ status, children }: BrandStatusBadgeProps) => (
  <StatusBadge tone={tones[status]}>{children}</StatusBadge>
);
