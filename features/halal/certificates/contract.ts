import type { MenuSection } from "#base/contract.ts";
import { calendarOperations } from "#features/halal/certificates/calendar/contract.ts";
import { listOperations } from "#features/halal/certificates/contract/list.ts";
import { reminderOperations } from "#features/halal/certificates/emails/contract.ts";
import { publicOperations } from "#features/halal/certificates/public/contract.ts";
import { detailOperations } from "#features/halal/certificates/record/contract/operations.ts";
import { reviewOperations } from "#features/halal/certificates/review/contract.ts";
import { scopeOperations } from "#features/halal/certificates/scope/contract.ts";
import { validityOperations } from "#features/halal/certificates/validity/contract.ts";

export const certificates = {
  ...listOperations,
  ...detailOperations,
  ...scopeOperations,
  ...reviewOperations,
  ...validityOperations,
  ...reminderOperations,
  ...publicOperations,
  ...calendarOperations,
};

export const certificatesMenu: MenuSection = {
  id: 7,
  title: "Certificates",
  icon: "certificates",
  link: "/apps/cert/certs",
  entries: [
    { id: 71, title: "Certificates", link: "/apps/cert/certs", needs: certificates.list },
    { id: 72, title: "Review Queue", link: "/apps/cert/queue", needs: certificates.readQueue },
    { id: 73, title: "Expiry Calendar", link: "/apps/cert/calendar", needs: certificates.readCalendar },
    { id: 74, title: "New Certificate", link: "/apps/cert/certs/new", needs: certificates.create },
  ],
};
