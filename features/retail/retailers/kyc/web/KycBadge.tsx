import type { KycStatus } from "#features/retail/retailers/record/contract.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

const tones: Readonly<Record<KycStatus, Tone>> = {
  not_started: "mute",
  in_review: "info",
  verified: "ok",
  rejected: "error",
  expired: "warn",
};

type KycBadgeProps = { readonly status: KycStatus; readonly children: string };

/** What is known of who it is. `children` is that in words. */
export const KycBadge = ({ status, children }: KycBadgeProps) => (
  <StatusBadge tone={tones[status]}>{children}</StatusBadge>
);
