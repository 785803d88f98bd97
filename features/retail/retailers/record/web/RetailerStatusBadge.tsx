import { type RetailerStatus, retailerTones } from "#features/retail/retailers/record/contract.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";

type RetailerStatusBadgeProps = { readonly status: RetailerStatus; readonly children: string };

/** Where a retailer is in its life. `children` is the status in words. */
export const RetailerStatusBadge = ({ status, children }: RetailerStatusBadgeProps) => (
  <StatusBadge tone={retailerTones[status]}>{children}</StatusBadge>
);
