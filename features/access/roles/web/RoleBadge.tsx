import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { IconLock } from "#web/ui/icons.ts";

/** Marks a role of Mizan's own, which stays as it is. */
export const RoleBadge = ({ children }: { readonly children: string }) => (
  <StatusBadge tone="mute" icon={<IconLock aria-hidden />}>
    {children}
  </StatusBadge>
);
