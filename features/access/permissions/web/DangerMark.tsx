import { IconAlertTriangle } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";

/** Marks permissions that grant permissions, move money or can't be undone. */
export const DangerMark = ({ children }: { readonly children: string }) => (
  <StatusBadge tone="error" icon={<IconAlertTriangle aria-hidden />}>
    {children}
  </StatusBadge>
);
