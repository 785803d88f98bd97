import type { MenuSection } from "#base/contract.ts";
import { reading } from "#features/halal/certificates/contract/reading.ts";
import { steps } from "#features/halal/certificates/review/contract.ts";
import { writing } from "#features/halal/certificates/record/contract/writing.ts";

export const certificates = { ...reading, ...writing, ...steps };

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
