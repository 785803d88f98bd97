import type { UserStatus } from "#features/access/users/rules.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

const tones: Readonly<Record<UserStatus, Tone>> = {
  invited: "info",
  pending: "warn",
  active: "ok",
  disabled: "error",
  erased: "mute",
};

type UserStatusBadgeProps = { readonly status: UserStatus; readonly children: string };

/** Where an account is in its life. `children` is the status in words. */
export const UserStatusBadge = ({ status, children }: UserStatusBadgeProps) => (
  <StatusBadge tone={tones[status]}>{children}</StatusBadge>
);
