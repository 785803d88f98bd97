import type { HalalState } from "#base/halal.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

// What nothing proves is grey, not red: it says nothing against the product.
const tones: Readonly<Record<HalalState, Tone>> = {
  certified: "ok",
  expiring: "warn",
  expired: "error",
  suspended: "error",
  scope_reduced: "error",
  unverified: "info",
  uncertified: "mute",
  not_required: "mute",
};

type HalalBadgeProps = { readonly state: HalalState; readonly children: string };

/** What certificates say of a product now. `children` is the state in words. */
export const HalalBadge = ({ state, children }: HalalBadgeProps) => (
  <StatusBadge tone={tones[state]}>{children}</StatusBadge>
);
