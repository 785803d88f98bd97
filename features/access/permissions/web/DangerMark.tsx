import { IconAlertTriangle } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";

/** Marks what gives rights away, moves money or cannot be taken back. */
export const DangerMark = ({ children }: { readonly children: string }) => (
  <StatusBadge tone="error" icon={<IconAlertTriangle aria-hidden />}>
    {children}
  </StatusBadge>
);
