import type { KeyStatus } from "#features/access/api-keys/contract.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

const tones: Readonly<Record<KeyStatus, Tone>> = { active: "ok", expired: "warn", revoked: "mute" };

type KeyStatusBadgeProps = { readonly status: KeyStatus; readonly children: string };

/** Whether a key works. `children` is the status in words. */
export const KeyStatusBadge = ({ status, children }: KeyStatusBadgeProps) => (
  <StatusBadge tone={tones[status]}>{children}</StatusBadge>
);
